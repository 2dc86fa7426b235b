import Foundation
import OrielGeometry
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// An app whose main thread is blocked for a while, which is nothing that the others notice.
@Suite(.serialized) struct BlockedAppTests {
    /// The broker is on a thread of the app's own. Input and another program's swap come meanwhile: none waits for
    /// ever.
    @Test(.needs(.phoc)) func case54_anAppThatIsBlockedHoldsNobodyUp() async throws {
        let (first, second) = (try OrielProgram.clip(.green, frames: 900), try OrielProgram.clip(.red, frames: 900))
        try await withCompositor(.phoc) { compositor in
            let mouse = try VirtualPointer(socket: compositor.socket)
            let session = try OrielSession(compositor)
            let face = try FaceApp(first, in: session)
            defer { face.app.stop(grace: .zero) }
            try session.wait(for: "a") { $0.mode == .window && $0.pip.possible }
            try session.run("toggle")
            try session.wait(for: ["a": .pip])
            try session.play(
                ["--fullscreen", "--loop", "--id", "b", second], expecting: ["a": .pip, "b": .fullscreen])
            let rect = try #require(try session.player("a").rect)
            try face.type("block")
            try #require(face.heard("blocked"))
            let swap = try compositor.launch(session.program.path, ["swap", "--player", "b"])
            try mouse.move(to: Point(x: rect.x + rect.width / 2, y: rect.y + rect.height / 2))
            try mouse.press()
            try mouse.move(to: Point(x: rect.x + rect.width / 2 - 80, y: rect.y + rect.height / 2 - 60))
            try mouse.release()
            #expect(swap.wait(.seconds(25)) != nil, "the command ends, be it with a refusal")
            func expectOneOfEach() throws {
                let isSettled = try wait(.seconds(25)) {
                    let players = try session.status()
                    return players.count == 2 && Set(players.map(\.pip.state)) == [.active, .idle]
                        && players.filter { $0.mode == .pip }.map(\.pip.active) == [true]
                }
                let players = try session.status()
                #expect(isSettled, "\(players)")
            }
            try expectOneOfEach()
            let floating = try #require(try session.status().first { $0.mode == .pip }?.rect)
            #expect(
                floating.x >= 0 && floating.y >= 0 && floating.x + floating.width <= 1280
                    && floating.y + floating.height <= 720, "\(floating)")
            let before = try session.status().first { $0.mode == .pip }?.id
            try session.run("swap")
            try expectOneOfEach()
            let after = try session.status().first { $0.mode == .pip }?.id
            #expect(after != before)
        }
    }

    /// Input that came meanwhile was for a picture that stood still and has no effect; later input has.
    @Test(.needs(.phoc)) func case54_whatWasDoneToABlockedAppIsNotReplayed() async throws {
        let clip = try OrielProgram.clip(.green, frames: 900)
        try await withCompositor(.phoc) { compositor in
            let mouse = try VirtualPointer(socket: compositor.socket)
            let session = try OrielSession(compositor)
            let face = try FaceApp(clip, in: session)
            defer { face.app.stop(grace: .zero) }
            try session.wait(for: "a") { $0.mode == .window && $0.pip.possible }
            try session.run("toggle")
            try session.wait(for: ["a": .pip])
            let rect = try #require(try session.player("a").rect)
            let middle = Point(x: rect.x + rect.width / 2, y: rect.y + rect.height / 3)
            try mouse.move(to: middle)
            try face.type("block")
            try #require(face.heard("blocked"))
            // It is dragged, enlarged, returned and closed.
            try mouse.drag(from: middle, to: Point(x: middle.x - 160, y: middle.y - 90))
            try mouse.move(to: middle)
            try mouse.scroll(y: -3)
            try mouse.click(count: 2)
            try mouse.click(.middle)
            #expect(face.heard("unblocked"), "\(face.lines)")
            // The commands wait their turn behind what was queued.
            try session.watch("a", for: .milliseconds(600), because: "a queued gesture acts within a few frames") {
                $0.rect == rect && $0.mode == .pip && $0.pip.active && !$0.paused
            }
            #expect(face.transitions == ["didStart(asked)"], "\(face.lines)")
            try mouse.drag(from: middle, to: Point(x: middle.x - 160, y: middle.y - 90))
            try session.wait(for: "a") { $0.rect.map { $0.x < rect.x } ?? false }
            let moved = try #require(try session.player("a").rect)
            try mouse.move(to: Point(x: moved.x + moved.width / 2, y: moved.y + moved.height / 3))
            try mouse.click(.middle)
            #expect(face.heard("didStop(userClosed)"), "\(face.lines)")
        }
    }
}
