import OrielPlatform
import OrielTestSupport
import OrielWayland
import Testing

/// Probes on a compositor without a seat. phoc 0.24 aborts if it must choose the output of a layer surface then.
@Suite(.serialized) struct ProbeTests {
    @Test(.enabled(if: CompositorKind.phoc.isExpected), arguments: [true, false])
    func aProbeNamesItsOutput(isNamed: Bool) async throws {
        try await withCompositor(HeadlessCompositor.Configuration(.phoc, hasSeat: false)) { compositor in
            let session = try ClientSession(compositor)
            let output = try #require(session.globals.outputs.first)
            let probe = try #require(try OutputProbe(session.globals, on: isNamed ? output : nil))
            var isShown = false
            probe.onShown = { isShown = true }
            #expect(session.turn { isShown || session.connection.loss != nil })
            #expect(isShown && compositor.isRunning, "\(compositor.log.suffix(400))")
            var size: String?
            let area = try #require(UsableAreaProbe(session.globals, output: output))
            area.onSize = { size = "\($0)" }
            #expect(session.turn { size != nil || session.connection.loss != nil })
            #expect(size != nil && compositor.isRunning, "\(compositor.log.suffix(400))")
        }
    }
}
