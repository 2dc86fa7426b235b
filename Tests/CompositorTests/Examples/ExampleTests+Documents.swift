import OrielGeometry
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// The examples that follow a document on Picture in Picture elsewhere; `Custom`, `Call` and `Persistence` have files
/// of their own.
extension ExampleTests {
    /// `Seats`: a seat floats by the button and by the key, and is back in its place afterwards.
    @Test(.needs(.phoc)) func aSeatFloatsByAButtonAndAKeyAndComesBack() async throws {
        let apps = try ExampleApps()
        try await withSession(.phoc) { oriel, compositor in
            let session = ExampleSession(compositor, apps)
            let mouse = try VirtualPointer(socket: compositor.socket)
            let keyboard = try VirtualKeyboard(socket: compositor.socket)
            let app = try session.start("Seats")
            try oriel.wait(for: ["Seats": .window])
            let (mine, other) = try seats(in: compositor) { $0.mine.width > 100 && $0.other.width > 100 }
            #expect(abs(mine.width - other.width) <= 2 && abs(mine.y - other.y) <= 2 && mine.maxX < other.x)
            // The window fills the output; the button lies in the middle of its lower edge.
            try mouse.move(to: Point(x: 640, y: 696))
            try mouse.click()
            try oriel.wait(for: ["Seats": .pip])
            let (floating, _) = try seats(in: compositor) { $0.other.isEmpty && $0.mine.width > 20 }
            // In portrait, as the call wants it, in the corner of the screen.
            #expect(abs(floating.width * 16 - floating.height * 9) <= 32 && floating.x > 640, "\(floating)")
            try oriel.run("restore")
            try oriel.wait(for: ["Seats": .window])
            let (back, _) = try seats(in: compositor) { $0.mine.width == mine.width && $0.other.width == other.width }
            #expect(back == mine)
            try keyboard.press("p")
            try oriel.wait(for: ["Seats": .pip])
            try oriel.run("quit")
            #expect(app.wait(.seconds(10)) == .code(0), "\(session.everything)")
        }
    }

    /// Waits until the boxes of the two seats' colours are as wanted.
    private func seats(
        in compositor: HeadlessCompositor, until areSo: ((mine: Rect, other: Rect)) -> Bool
    ) throws -> (mine: Rect, other: Rect) {
        func box(_ picture: RGBPicture, _ isIts: (UInt32) -> Bool) -> Rect {
            var (least, most) = (Point(x: .max, y: .max), Point(x: -1, y: -1))
            for y in 0..<picture.size.height {
                for x in 0..<picture.size.width where isIts(picture[x, y]) {
                    least = Point(x: min(least.x, x), y: min(least.y, y))
                    most = Point(x: max(most.x, x), y: max(most.y, y))
                }
            }
            guard most.x >= 0 else { return Rect(x: 0, y: 0, width: 0, height: 0) }
            return Rect(x: least.x, y: least.y, width: most.x - least.x + 1, height: most.y - least.y + 1)
        }
        func isNear(_ pixel: UInt32, _ red: Int, _ green: Int, _ blue: ClosedRange<Int>) -> Bool {
            abs(Int(pixel >> 16 & 255) - red) < 12 && abs(Int(pixel >> 8 & 255) - green) < 12
                && blue.contains(Int(pixel & 255))
        }
        var found = (mine: Rect(x: 0, y: 0, width: 0, height: 0), other: Rect(x: 0, y: 0, width: 0, height: 0))
        let isSo = try wait(.seconds(10)) {
            let picture = try Screenshot.take(of: compositor)
            let mine = box(picture) { isNear($0, 0x20, 0x90, 210...255) }
            found = (mine, box(picture) { isNear($0, 0xFF, 0x90, 20...76) })
            return areSo(found)
        }
        try #require(isSo, "\(found)")
        return found
    }

    /// `Standard`: an advertisement can't be skipped, wherever the picture is; what follows can.
    @Test(.needs(.phoc)) func anAdvertisementIsPlayedLinearly() async throws {
        let apps = try ExampleApps()
        let film = try apps.clip(.green)
        try await withSession(.phoc) { oriel, compositor in
            let session = ExampleSession(compositor, apps)
            let app = try session.start("Standard", film, "6")
            try oriel.wait(for: ["green": .window])
            func seek() throws -> String {
                let command = try compositor.launch(oriel.program.path, ["seek", "60"])
                _ = command.wait(.seconds(10))
                return command.standardError
            }
            #expect(try seek().contains("seeking is disabled"))
            try oriel.run("toggle")
            try oriel.wait(for: ["green": .pip])
            #expect(try seek().contains("seeking is disabled"))
            try oriel.wait(for: "green") { $0.position > 6.2 }
            #expect(try seek() == "")
            try oriel.wait(for: "green") { $0.position >= 60 }
            try oriel.run("quit")
            #expect(app.wait(.seconds(10)) == .code(0), "\(session.everything)")
        }
    }
}
