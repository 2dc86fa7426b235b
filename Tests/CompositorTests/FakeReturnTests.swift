import Foundation
import OrielGeometry
import OrielStamps
import OrielTestSupport
import Testing

/// State of the surfaces that return on a new connection, beyond their place.
@Suite struct FakeReturnTests {
    private static let limit = Duration.seconds(20)
    private let clip = StampedClip(stream: .green, size: Size(width: 640, height: 360), frames: 900)

    private func play(
        on fake: FakeCompositor, _ options: [String] = [], environment: [String: String] = [:]
    ) throws -> ChildProcess {
        try fake.launch(
            Executable.built("oriel"), ["play", "--audio", "none", "--loop", "--id", "a"] + options + [clip.file()],
            environment: environment)
    }

    private func run(_ arguments: String..., on fake: FakeCompositor) throws {
        let command = try fake.launch(Executable.built("oriel"), arguments)
        #expect(command.wait(Self.limit) == .code(0), "\(arguments): \(command.standardError)")
    }

    /// Waits for a mapped surface of a role, beyond a number.
    private func shown(_ role: FakeSurface.Role, after number: Int = 0, on fake: FakeCompositor) throws -> FakeSurface {
        var found: FakeSurface?
        let isShown = fake.wait(Self.limit) { surfaces, _ in
            found = surfaces.first { $0.role == role && $0.number > number && $0.isMapped && $0.commits >= 3 }
            return found != nil
        }
        #expect(isShown, "\(fake.surfaces)")
        return try #require(found)
    }

    /// Waits until exactly this surface keeps the screen on, or none.
    private func isKept(by number: Int?, on fake: FakeCompositor) -> Bool {
        fake.wait(Self.limit) { surfaces, events in
            var keepers: [Int] = []
            for event in events {
                if event.kind == .asked("create_inhibitor") { keepers.append(event.surface) }
                if event.kind == .asked("destroy_inhibitor"), !keepers.isEmpty { keepers.removeFirst() }
            }
            return keepers == (number.map { [$0] } ?? [])
        }
    }

    @Test func case115_anOverlayHasItsOpacityAgain() throws {
        let fake = try FakeCompositor()
        defer { fake.stop() }
        let home = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: home.path + "/oriel", withIntermediateDirectories: true)
        try Data("[pip]\nopacity = 0.6\n".utf8).write(to: URL(filePath: home.path + "/oriel/config.toml"))
        let player = try play(on: fake, ["--pip"], environment: ["XDG_CONFIG_HOME": home.path])
        defer { player.stop(grace: .zero) }
        let overlay = try shown(.layer, on: fake)
        /// Waits until no fade runs any more.
        func isFaded(_ number: Int) -> Bool {
            fake.wait(Self.limit) { surfaces, _ in
                surfaces.contains { $0.number == number && abs($0.opacity - 0.6) < 0.001 }
            }
        }
        #expect(isFaded(overlay.number))
        fake.disconnectClients()
        let returned = try shown(.layer, after: overlay.number, on: fake)
        #expect(isFaded(returned.number), "\(fake.surfaces)")
    }

    @Test(arguments: [FakeSurface.Role.toplevel, .layer])
    func case113_theScreenIsKeptOnAgainWhileTheVideoPlays(role: FakeSurface.Role) throws {
        let fake = try FakeCompositor()
        defer { fake.stop() }
        let player = try play(on: fake, role == .layer ? ["--pip"] : [])
        defer { player.stop(grace: .zero) }
        let first = try shown(role, on: fake)
        #expect(isKept(by: first.number, on: fake))
        fake.disconnectClients()
        let second = try shown(role, after: first.number, on: fake)
        #expect(isKept(by: second.number, on: fake), "\(fake.events.suffix(40))")
        try run("pause", on: fake)
        #expect(isKept(by: nil, on: fake))
        fake.disconnectClients()
        let third = try paused(role, after: second.number, on: fake)
        #expect(isKept(by: nil, on: fake))
        try run("resume", on: fake)
        #expect(isKept(by: third.number, on: fake))
    }

    /// A paused picture is drawn once.
    private func paused(_ role: FakeSurface.Role, after number: Int, on fake: FakeCompositor) throws -> FakeSurface {
        var found: FakeSurface?
        let isShown = fake.wait(Self.limit) { surfaces, _ in
            found = surfaces.first { $0.role == role && $0.number > number && $0.isMapped }
            return found != nil
        }
        #expect(isShown, "\(fake.surfaces)")
        return try #require(found)
    }

    /// The cursor over a window that returns is shown, and the controls come to it.
    @Test func case113_cursorAndControlsReturn() throws {
        var offer = FakeOffer()
        offer.hasSubcompositor = true
        let fake = try FakeCompositor(offer)
        defer { fake.stop() }
        let player = try play(on: fake)
        defer { player.stop(grace: .zero) }
        var last = 0
        for _ in 0..<2 {
            func wasAsked(_ word: String, _ number: Int, _ events: [FakeEvent]) -> Bool {
                events.contains { $0.surface == number && $0.kind == .asked(word) }
            }
            let window = try shown(.toplevel, after: last, on: fake)
            last = fake.surfaces.map(\.number).max() ?? window.number
            /// Whether controls are over the window.
            func haveControls(_ surfaces: [FakeSurface]) -> Bool {
                surfaces.contains { $0.parent == window.number && $0.isMapped }
            }
            #expect(fake.wait(Self.limit) { surfaces, _ in !haveControls(surfaces) }, "\(fake.surfaces)")
            fake.movePointer(over: window.number, x: 100, y: 100)
            fake.movePointer(over: window.number, x: 110, y: 110)
            let areThere = fake.wait(Self.limit) { surfaces, events in
                haveControls(surfaces) && wasAsked("show_cursor", window.number, events)
            }
            #expect(areThere, "\(fake.surfaces)")
            fake.disconnectClients()
        }
    }
}
