import Foundation
import OrielGeometry
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// An app with ways of its own: `oriel-lab custom`.
@Suite(.serialized) struct CustomPlayerTests {
    @Test(.needs(.phoc)) func itsOverlayIsPlacedItsKeysAreItsOwnAndPlaybackIsFullScreen() async throws {
        let clip = try OrielProgram.clip(.green, frames: 120, size: Size(width: 640, height: 360))
        try await withSession(.phoc) { session, compositor in
            let keyboard = try VirtualKeyboard(socket: compositor.socket)
            let app = try session.lab("custom", clip)
            defer { app.stop(grace: .zero) }
            try session.wait(for: ["a": .window])
            try session.run("toggle")
            try session.wait(for: "a") { $0.rect == Rect(x: 20, y: 20, width: 400, height: 225) }
            try session.run("restore")
            try session.wait(for: ["a": .window])
            // Its user plays it: full screen, until its end.
            try session.run("resume")
            try session.wait(for: ["a": .fullscreen])
            try session.wait(for: "a") { $0.mode == .window && $0.paused }
            // Its keys are others since it floated: what would have ended it is nothing now.
            try keyboard.press("q")
            try keyboard.press("space")
            try session.wait(for: ["a": .fullscreen])
            // Its delegate hears of it once that was seen.
            #expect(wait(.seconds(10)) { app.standardOutput.components(separatedBy: "didEnter").count == 3 })
            try keyboard.press("x")
            #expect(app.wait(.seconds(10)) == .code(0), "\(app.standardError)")
            #expect(
                app.standardOutput.split(separator: "\n").map(String.init) == [
                    "ready: false", "resized: true, moved: true", "ready: true, picture: 0,0 400x225",
                    "overlay: 400x225", "willEnter", "didEnter, 1280", "willExit", "didExit", "willEnter",
                    "didEnter, 1280",
                ])
        }
    }
}
