import Glibc
import OrielGeometry
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// A swap whose other side hangs in the middle, as seen on the screen.
@Suite(.serialized) struct HangingPeerTests {
    /// A's window stands still only while its overlay comes up; the broker waits seconds for B's window.
    @Test(.needs(.sway, .phoc), arguments: CompositorKind.wlroots)
    func theOldWindowPlaysOnBesideItsOverlay(kind: CompositorKind) async throws {
        // On a busy machine B may have shown its window before it is stopped.
        for _ in 0..<5 {
            if try await stopsInTheMiddle(of: kind) { return }
        }
        Issue.record("B's window was always there before B stood still")
    }

    /// - Returns: whether B stood still before its window was seen.
    private func stopsInTheMiddle(of kind: CompositorKind) async throws -> Bool {
        let (clipOfA, clipOfB) = try (OrielProgram.clip(.green, frames: 1800), OrielProgram.clip(.red, frames: 1800))
        return try await withSession(kind) { session, compositor in
            defer { session.stop() }
            try session.play(["--fullscreen", "--id", "a", clipOfA], expecting: ["a": .fullscreen])
            let b = try session.play(["--pip", "--id", "b", clipOfB], expecting: ["b": .pip])
            let watch = try compositor.launch(session.program.path, ["watch", "--json"])
            defer { watch.stop(grace: .zero) }
            try #require(watch.waitForOutput(.seconds(20)) { $0.contains("snapshot") })
            let capture = try ScreenCapture(socket: compositor.socket)
            let swap = try compositor.launch(session.program.path, ["swap", "--no-wait", "--player", "a"])
            defer { swap.stop(grace: .zero) }
            try #require(watch.waitForOutput(.seconds(20)) { $0.contains("\"phase\":\"P4a\"") })
            b.send(SIGSTOP)

            let both = try #require(
                capture.wait(.seconds(20)) { $0.showsWindowOfB || $0.windowOfA != nil && $0.overlayOfA != nil },
                "A's overlay does not come; \(watch.standardOutput)")
            let frozen = both.windowOfA ?? .max
            let plays = capture.wait(.seconds(20), from: both.number) {
                $0.showsWindowOfB || ($0.windowOfA ?? 0) > frozen
            }
            guard plays?.showsWindowOfB != true else { return false }
            let seen = capture.compositions.dropFirst(both.number)
            print(
                "\(kind): A's window plays again \((plays.map { ($0.time - both.time) / .milliseconds(1) } ?? .infinity).rounded()) ms "
                    + "after its overlay came")
            #expect(plays != nil, "its window stood still: \(seen.map(\.windowOfA)), \(watch.standardOutput)")
            try capture.stop()
            return true
        }
    }
}

extension Composition {
    fileprivate var showsWindowOfB: Bool { stamps.contains { $0.stream == .red && $0.picture.width > 900 } }
    /// The index that A shows on the whole screen, and that on its overlay.
    fileprivate var windowOfA: Int? { stamps.first { $0.stream == .green && $0.picture.width > 900 }?.index }
    fileprivate var overlayOfA: Int? { stamps.first { $0.stream == .green && $0.picture.width <= 900 }?.index }
}
