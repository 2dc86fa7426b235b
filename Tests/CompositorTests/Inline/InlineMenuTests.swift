import OrielGeometry
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// The menu over a view in an app's window, which can have no popup of Oriel's: it lies in the picture.
@Suite(.serialized) struct InlineMenuTests {
    @Test(.needs(.phoc)) func aRightClickOpensItInThePicture() async throws {
        let clip = try OrielProgram.clip(.green, frames: 1800, size: Size(width: 640, height: 360))
        try await withSession(.phoc) { session, compositor in
            let mouse = try VirtualPointer(socket: compositor.socket)
            let keyboard = try VirtualKeyboard(socket: compositor.socket)
            let app = try InlineSession(clip, in: session, "--renderer", "shm", "--forwards", "--large")
            defer { app.process.stop() }
            let window = try #require(app.window(in: try app.screenshot { app.window(in: $0) != nil }))
            func count(in picture: RGBPicture) -> Int {
                picture.pixels.count { $0 & 0xFF < 0x30 && $0 >> 8 & 0xFF < 0x30 && $0 >> 16 & 0xFF < 0x30 }
            }
            let without = count(in: try Screenshot.take(of: compositor))
            /// Waits until the picture has a panel's ground, or has it no longer.
            func hasMenu(_ isSo: Bool = true) throws -> Bool {
                try wait(.seconds(10)) { (count(in: try Screenshot.take(of: compositor)) > without + 20_000) == isSo }
            }
            func rightClick() throws {
                try mouse.move(to: Point(x: window.x + 300, y: window.y + 200))
                try mouse.click(.right)
            }
            try #require(try hasMenu(false))
            try rightClick()
            try #require(try hasMenu(), "\(app.process.standardError)")
            // A press beside it closes it, and is for nothing else.
            try mouse.move(to: Point(x: window.x + 20, y: window.y + 400))
            try mouse.click()
            #expect(try hasMenu(false))
            #expect(app.process.standardOutput.contains("press used"))
            try rightClick()
            try #require(try hasMenu())
            try keyboard.press("Escape")
            #expect(try hasMenu(false))
            // The row that begins with a p is Picture in Picture.
            try rightClick()
            try #require(try hasMenu())
            try keyboard.press("p")
            try keyboard.press("Return")
            try session.wait(for: "a") { $0.mode == .pip }
        }
    }
}
