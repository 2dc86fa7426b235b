import OrielGeometry
import OrielStamps
import OrielTestSupport
import Testing

/// The screen is kept on for a video that plays and can be seen (`zwp_idle_inhibit_manager_v1`), and for nothing else.
@Suite struct IdleTests {
    @Test func theScreenStaysOnExactlyWhileAVideoIsSeenToPlay() throws {
        let fake = try FakeCompositor()
        defer { fake.stop() }
        let oriel = try Executable.built("oriel")
        let clip = StampedClip(stream: .green, size: Size(width: 640, height: 360), frames: 1800)
        let player = try fake.launch(
            oriel, ["play", "--audio", "none", "--loop", "--auto-pip", "--id", "a", clip.file()])
        defer { player.stop(grace: .zero) }
        func run(_ command: String) throws {
            #expect(try fake.launch(oriel, [command]).wait(.seconds(20)) == .code(0))
        }
        /// Waits until the screen is kept on by a surface of that role, or by none.
        func isKept(by role: FakeSurface.Role?) -> Bool {
            fake.wait(.seconds(20)) { surfaces, events in
                var keepers: [Int?] = []
                for event in events {
                    if event.kind == .asked("create_inhibitor") { keepers.append(event.surface) }
                    if event.kind == .asked("destroy_inhibitor"), !keepers.isEmpty { keepers.removeFirst() }
                }
                guard let role else { return keepers.isEmpty }
                return keepers.count == 1 && surfaces.contains { $0.number == keepers[0] && $0.role == role }
            }
        }
        #expect(isKept(by: .toplevel))
        try run("pause")
        #expect(isKept(by: nil))
        try run("resume")
        #expect(isKept(by: .toplevel))
        // Nobody sees the window: the picture goes into Picture in Picture, and the screen stays on for that.
        fake.setRules { $0.frames = { $0.role != .toplevel } }
        #expect(isKept(by: .layer))
        try run("stash")
        #expect(isKept(by: nil))
        try run("unstash")
        #expect(isKept(by: .layer))
        try run("quit")
        #expect(isKept(by: nil))
    }
}
