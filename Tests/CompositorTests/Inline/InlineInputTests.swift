import OrielControls
import OrielGeometry
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// Oriel's controls over a view in an app's window, by the events that the app forwards.
@Suite(.serialized) struct InlineInputTests {
    @Test(.needs(.phoc)) func forwardedEventsShowTheControlsAndUseThem() async throws {
        let clip = try OrielProgram.clip(.green, frames: 1800, size: Size(width: 640, height: 360))
        try await withCompositor(.phoc) { compositor in
            let mouse = try VirtualPointer(socket: compositor.socket)
            let keyboard = try VirtualKeyboard(socket: compositor.socket)
            let session = try OrielSession(compositor)
            let app = try InlineSession(clip, in: session, "--renderer", "shm", "--forwards")
            defer { app.process.stop(grace: .zero) }
            let window = try #require(app.window(in: try Screenshot.take(of: compositor)))
            let picture = Rect(x: window.x + 80, y: window.y + 45, width: 640, height: 360)
            let button = try place(of: .playPause, in: .window, on: picture) {
                $0.duration = .seconds(60)
                $0.hidden = [.fullScreen]
            }
            #expect(!isBarSeen(in: try Screenshot.take(of: compositor), on: picture, beside: button))
            try mouse.move(to: Point(x: picture.x + 300, y: picture.y + 100))
            try mouse.move(to: button)
            _ = try app.screenshot("the controls appear") { isBarSeen(in: $0, on: picture, beside: button) }
            try mouse.click(.left)
            try session.wait(for: "a") { $0.paused }
            try mouse.click(.left)
            try session.wait(for: "a") { !$0.paused }
            // Beside the controls a click is the app's.
            try mouse.move(to: Point(x: picture.x + 300, y: picture.y + 60))
            try mouse.click(.left)
            #expect(app.process.waitForOutput(.seconds(5)) { $0.contains("press left") })
            #expect(app.process.standardOutput.contains("press used"))
            // Outside of the view there are none.
            try mouse.move(to: Point(x: window.x + 10, y: window.y + 10))
            _ = try app.screenshot("the controls go") { !isBarSeen(in: $0, on: picture, beside: button) }
            try keyboard.press("space")
            try session.wait(for: "a") { $0.paused }
            try keyboard.press("space")
            try session.wait(for: "a") { !$0.paused }
            try keyboard.press("q")
            #expect(app.process.waitForOutput(.seconds(5)) { $0.contains("key q left") })
            #expect(app.process.standardOutput.contains("key space used"))
            app.act("q")
            try keyboard.press("x")
            try session.wait(for: "a") { $0.paused }
            try keyboard.press("x")
            try session.wait(for: "a") { !$0.paused }
            // Tab goes on from the controls to the app's own button, whose ring is blue.
            app.act("l")
            let drawing = Rect(x: picture.x, y: picture.y, width: 64, height: 64)
            var isRinged = false
            for _ in 0..<40 where !isRinged {
                try keyboard.press("Tab")
                isRinged = try wait(.milliseconds(500), every: .milliseconds(50)) {
                    let seen = try Screenshot.take(of: compositor)
                    return (8..<56).allSatisfy { seen[drawing.x + 2, drawing.y + $0] & 0xFF_FFFF == 0x8C_CCFF }
                }
            }
            #expect(isRinged)
            try keyboard.press("Return")
            #expect(app.process.waitForOutput(.seconds(5)) { $0.contains("drawing pressed") })
            // While the picture floats the placeholder has none.
            try session.run("toggle")
            try session.wait(for: ["a": .pip])
            try mouse.move(to: button)
            try mouse.click(.left)
            try keyboard.press("space")
            #expect(app.process.waitForOutput(.seconds(5)) { $0.contains("key space left") })
            #expect(try !session.player("a").paused)
        }
    }
}
