import OrielGeometry
import OrielStamps
import OrielTestSupport
import Testing

/// The screen is kept on for a video that plays and can be seen (`zwp_idle_inhibit_manager_v1`), and for nothing else.
@Suite struct IdleTests {
    /// A compositor without the protocol: the desktop's portal keeps the screen on, at the same times.
    @Test(.needs(program: "dbus-daemon")) func thePortalKeepsItOnWhereTheCompositorCanNot() throws {
        let bus = try MessageBus()
        defer { bus.stop() }
        let portal = try StandInPortal(.front, at: bus.address)
        defer { portal.stop() }
        let session = try FakeSession(
            ["--loop", "--pip"], media: [smallClip(frames: 1800)],
            offer: FakeOffer { $0.missing = ["zwp_idle_inhibit_manager_v1"] },
            environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
        defer { session.stop() }
        let (fake, player) = (session.fake, session.player)
        /// Waits until the portal was asked, and asked no more, so often.
        func isHeld(_ asked: Int, _ ended: Int) -> Bool {
            portal.wait { calls in
                calls.count { $0 == "Inhibit 8" } == asked && calls.count { $0 == "Close Inhibit" } == ended
            }
        }
        #expect(isHeld(1, 0), "\(portal.calls)")
        try fake.oriel("pause")
        #expect(isHeld(1, 1))
        try fake.oriel("resume")
        #expect(isHeld(2, 1))
        try fake.oriel("stash")
        #expect(isHeld(2, 2))
        try fake.oriel("unstash")
        #expect(isHeld(3, 2))
        try fake.oriel("quit")
        #expect(player.wait(.seconds(10)) == .code(0))
    }

    @Test func theScreenStaysOnExactlyWhileAVideoIsSeenToPlay() throws {
        let session = try FakeSession(["--loop", "--auto-pip"], media: [smallClip(frames: 1800)])
        defer { session.stop() }
        let fake = session.fake
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
        try fake.oriel("pause")
        #expect(isKept(by: nil))
        try fake.oriel("resume")
        #expect(isKept(by: .toplevel))
        // The window is hidden: the picture goes into Picture in Picture, and the screen stays on for that.
        fake.setRules { $0.frames = { $0.role != .toplevel } }
        #expect(isKept(by: .layer))
        try fake.oriel("stash")
        #expect(isKept(by: nil))
        try fake.oriel("unstash")
        #expect(isKept(by: .layer))
        try fake.oriel("quit")
        #expect(isKept(by: nil))
    }
}
