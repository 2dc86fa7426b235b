import Foundation
import OrielGeometry
import OrielStamps
import OrielTestSupport
import Testing

/// State of the surfaces that return on a new connection, beyond their place.
@Suite struct FakeReturnTests {
    /// Waits until exactly this surface keeps the screen on, or none.
    private func isKept(by number: Int?, on fake: FakeCompositor) -> Bool {
        fake.wait(FakeSession.limit) { surfaces, events in
            var keepers: [Int] = []
            for event in events {
                if event.kind == .asked("create_inhibitor") { keepers.append(event.surface) }
                if event.kind == .asked("destroy_inhibitor"), !keepers.isEmpty { keepers.removeFirst() }
            }
            return keepers == (number.map { [$0] } ?? [])
        }
    }

    @Test func case115_anOverlayHasItsOpacityAgain() throws {
        let home = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: home.path + "/oriel", withIntermediateDirectories: true)
        try Data("[pip]\nopacity = 0.6\n".utf8).write(to: URL(filePath: home.path + "/oriel/config.toml"))
        let session = try FakeSession(["--loop", "--pip"], environment: ["XDG_CONFIG_HOME": home.path])
        defer { session.stop() }
        let fake = session.fake
        let overlay = try session.shown(.layer)
        /// Waits until no fade runs any more.
        func isFaded(_ number: Int) -> Bool { fake.shows { $0.number == number && abs($0.opacity - 0.6) < 0.001 } }
        #expect(isFaded(overlay.number))
        fake.disconnectClients()
        let returned = try session.shown(.layer, after: overlay.number)
        #expect(isFaded(returned.number), "\(fake.surfaces)")
    }

    @Test(arguments: [FakeSurface.Role.toplevel, .layer])
    func case113_theScreenIsKeptOnAgainWhileTheVideoPlays(role: FakeSurface.Role) throws {
        let session = try FakeSession(role == .layer ? ["--loop", "--pip"] : ["--loop"])
        defer { session.stop() }
        let fake = session.fake
        let first = try session.shown(role)
        #expect(isKept(by: first.number, on: fake))
        fake.disconnectClients()
        let second = try session.shown(role, after: first.number)
        #expect(isKept(by: second.number, on: fake), "\(fake.events.suffix(40))")
        try session.run("pause")
        #expect(isKept(by: nil, on: fake))
        fake.disconnectClients()
        let third = try session.shown(role, after: second.number, commits: 1)
        #expect(isKept(by: nil, on: fake))
        try session.run("resume")
        #expect(isKept(by: third.number, on: fake))
    }

    /// The cursor over a window that returns is shown, and the controls come to it.
    @Test func case113_cursorAndControlsReturn() throws {
        let session = try FakeSession(["--loop"], offer: FakeOffer { $0.hasSubcompositor = true })
        defer { session.stop() }
        let fake = session.fake
        var last = 0
        for _ in 0..<2 {
            func wasAsked(_ word: String, _ number: Int, _ events: [FakeEvent]) -> Bool {
                events.contains { $0.surface == number && $0.kind == .asked(word) }
            }
            let window = try session.shown(.toplevel, after: last)
            last = fake.surfaces.map(\.number).max() ?? window.number
            /// Whether controls are over the window.
            func haveControls(_ surfaces: [FakeSurface]) -> Bool {
                surfaces.contains { $0.parent == window.number && $0.isMapped }
            }
            #expect(fake.wait(FakeSession.limit) { surfaces, _ in !haveControls(surfaces) }, "\(fake.surfaces)")
            fake.movePointer(over: window.number, x: 100, y: 100)
            fake.movePointer(over: window.number, x: 110, y: 110)
            let areThere = fake.wait(FakeSession.limit) { surfaces, events in
                haveControls(surfaces) && wasAsked("show_cursor", window.number, events)
            }
            #expect(areThere, "\(fake.surfaces)")
            fake.disconnectClients()
        }
    }
}
