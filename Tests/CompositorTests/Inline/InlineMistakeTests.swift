import OrielGeometry
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// Apps that make mistakes with a view in their window: one clear error, and the app's connection survives.
@Suite(.serialized) struct InlineMistakeTests {
    /// The app may end its window or its whole connection first, also from inside a callback: the view goes on, may
    /// be used in the same turn of the loop, and floats.
    @Test(.needs(.phoc), arguments: ["d", "x", "i", "j", "e"], ["shm", "gles"])
    func theAppsWindowMayGoFirst(act: String, renderer: String) async throws {
        let clip = try OrielProgram.clip(.green, frames: 1800)
        try await withSession(.phoc) { session, _ in
            // Freed memory is overwritten, so that a use of the display's objects shows.
            let app = try InlineSession(
                clip, in: session, "--renderer", renderer, environment: ["MALLOC_PERTURB_": "165"])
            defer { app.process.stop(grace: .zero) }
            app.act(Character(act))
            try session.run("toggle")
            #expect(try session.player("a").mode == .pip)
            app.act("s")
            try session.run("toggle")
            #expect(try session.player("a").pip.state == .idle)
            try session.run("quit")
            #expect(app.process.wait(.seconds(10)) == .code(0), "\(app.process.standardError)")
        }
    }

    @Test(.needs(.sway, .phoc), arguments: InlineSession.kinds, ["gles"])
    func theAppsConnectionSurvives(kind: CompositorKind, renderer: String) async throws {
        let clip = try OrielProgram.clip(.green, frames: 1800)
        try await withSession(kind) { session, _ in
            let app = try InlineSession(clip, in: session, "--renderer", renderer)
            defer { app.process.stop(grace: .zero) }
            /// It floats and returns.
            func toggle() throws {
                for mode in [PlayerStatus.Mode.pip, .window] {
                    try session.run("toggle")
                    #expect(try session.player("a").mode == mode)
                }
            }
            func isSeen(_ comment: Comment) throws {
                _ = try app.screenshot(comment) { StampReader.locate(in: $0).contains { $0.stream == .green } }
            }
            app.act("0")
            try toggle()
            app.act("g")
            try isSeen("after it had no size")
            app.act("f", until: "failed f: the wl_surface is of another wl_display")
            try toggle()
            app.act("b")
            try isSeen("after a surface of another connection")
            app.act("r")
            try isSeen("in a surface with the role of a subsurface")
            app.act("u")
            try toggle()
            app.act("b")
            try isSeen("after a surface that is never shown")
            app.act("t")
            try toggle()
            #expect(app.process.waitForOutput(.seconds(10)) { $0.contains("committed") })
            app.act("h")
            #expect(app.process.waitForOutput(.seconds(20)) { $0.contains("hundred") })
            try toggle()
            try isSeen("after a hundred views")
            try session.run("quit", "--player", "a")
            #expect(app.process.wait(.seconds(10)) == .code(0), "\(app.process.standardError)")
            #expect(!app.process.standardOutput.contains("lost"), "\(app.process.standardOutput)")
        }
    }
}
