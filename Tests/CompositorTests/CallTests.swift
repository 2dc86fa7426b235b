import OrielGeometry
import OrielTestSupport
import Testing

/// A call whose app moves a picture into what floats, as `004` describes it: `oriel-lab call`.
@Suite(.serialized) struct CallTests {
    /// The fake compositor sends no frame callback for what moves, so that it stays where it began to.
    @Test func case108_whatFloatsComesFromWhereItWasSeen() throws {
        var rules = FakeRules()
        rules.frames = { $0.role != .layer }
        let fake = try FakeCompositor(rules: rules)
        defer { fake.stop() }
        let app = try fake.launch(Executable.built("oriel-lab"), ["call", "--corner"])
        defer { app.stop(grace: .zero) }
        #expect(
            fake.wait(.seconds(20)) { surfaces, _ in
                surfaces.contains {
                    $0.role == .layer && $0.isMapped && $0.size == Size(width: 180, height: 320)
                        && $0.margins == [0, 1280 - 280, 720 - 420, 0]
                }
            }, "\(fake.surfaces) \(app.standardError)")
    }

    @Test(.needs(.phoc)) func case64_whatWasMovedIsBackBeforeTheEndOrTheFailureIsTold() async throws {
        let program = try OrielProgram()
        let lab = try program.copy("oriel-lab")
        try await withCompositor(.phoc) { compositor in
            let app = try compositor.launch(lab, ["call"])
            defer { app.stop(grace: .zero) }
            #expect(app.wait(.seconds(20)) == .code(0), "\(app.standardError)")
            let moved = "0 over the view's, 1 in the content"
            let back = "1 over the view's, 0 in the content"
            #expect(
                app.standardOutput.split(separator: "\n").map(String.init) == [
                    "willStart: \(moved)", "failedToStart(the start was cancelled): \(back)", "willStart: \(moved)",
                    "didStart: 0 over the view's, 0 in the content", "didStop(programmatic): \(back)",
                ], "\(app.standardError)")
        }
    }
}
