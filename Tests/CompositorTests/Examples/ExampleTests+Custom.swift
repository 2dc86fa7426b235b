import OrielGeometry
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

extension ExampleTests {
    /// `Custom` draws two buttons over its picture and has none of Oriel's: they are seen, pressed, and in Picture in
    /// Picture artwork is in their place.
    @Test(.needs(.phoc)) func anAppsOwnControlsLieOverItsPictureAndArePressed() async throws {
        let apps = try ExampleApps()
        let clip = try apps.clip(.green)
        try await withSession(.phoc) { oriel, compositor in
            let session = ExampleSession(compositor, apps)
            let mouse = try VirtualPointer(socket: compositor.socket)
            let app = try session.start("Custom", clip)
            try oriel.wait(for: ["green": .window])
            var picture = Rect(x: 0, y: 0, width: 0, height: 0)
            let isSeen = try wait(.seconds(10)) {
                picture = StampReader.locate(in: try Screenshot.take(of: compositor)).first?.picture ?? picture
                return !picture.isEmpty
            }
            try #require(isSeen, "\(session.everything)")
            let middle = Point(x: picture.x + picture.width / 2, y: picture.maxY - 72)
            // Within the button of the left, and of the right.
            let (float, pause) = (Point(x: middle.x - 24, y: middle.y), Point(x: middle.x + 16, y: middle.y))
            func color(_ point: Point) throws -> UInt32 {
                try Screenshot.take(of: compositor)[point.x, point.y] & 0xFF_FFFF
            }
            #expect(try wait(.seconds(10)) { try color(pause) == 0xFF_FFFF })
            try mouse.move(to: pause)
            try mouse.click()
            try oriel.wait(for: "green") { $0.paused }
            let between = Point(x: middle.x + 24, y: middle.y)
            #expect(try wait(.seconds(10)) { try color(between) == 0xFF_FFFF }, "its picture is another")
            // Nothing of Oriel's came with the pointer.
            #expect(try color(Point(x: picture.x + picture.width / 2, y: picture.y + picture.height / 2)) != 0xFF_FFFF)
            // Let go elsewhere it is no click.
            try mouse.press()
            try mouse.move(to: Point(x: middle.x, y: picture.y + 20))
            try mouse.release()
            try mouse.move(to: float)
            try mouse.click()
            try oriel.wait(for: ["green": .pip])
            #expect(try oriel.player("green").paused)
            // The window stays: a note of 24 units, half as high as the picture, whose flag is at (13, 5).
            let side = picture.height / 2
            let note = Point(
                x: picture.x + (picture.width - side) / 2 + side * 13 / 24,
                y: picture.y + picture.height / 8 + side * 5 / 24)
            #expect(try wait(.seconds(10)) { try color(note) == 0x40_C0FF })
            #expect(try color(pause) != 0xFF_FFFF && color(float) != 0xFF_FFFF)
            try oriel.run("restore")
            try oriel.wait(for: ["green": .window])
            #expect(try wait(.seconds(10)) { try color(between) == 0xFF_FFFF }, "it is there again with its window")
            try oriel.run("quit")
            #expect(app.wait(.seconds(10)) == .code(0))
        }
    }
}
