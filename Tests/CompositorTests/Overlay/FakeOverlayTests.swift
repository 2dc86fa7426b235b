import OrielGeometry
import OrielStamps
import OrielTestSupport
import OrielWaylandProtocols
import Testing

/// Events of an overlay that no real compositor sends on command.
@Suite struct FakeOverlayTests {
    /// A player in Picture in Picture, and its surface: 320x180 on 1280x720.
    private func float(environment: [String: String] = [:]) throws -> (session: FakeSession, surface: FakeSurface) {
        let session = try FakeSession(["--loop", "--pip"], environment: environment)
        let (fake, player) = (session.fake, session.player)
        try #require(fake.shows { $0.isMapped && ($0.index ?? 0) >= 3 }, "\(player.standardError)")
        return (session, try #require(fake.surfaces.first { $0.isMapped }))
    }

    /// Waits until the overlay is held so.
    private func expect(
        _ edges: Edges, _ margins: [Int], _ fake: FakeCompositor, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let isThere = fake.shows {
            $0.isMapped && $0.anchor.rawValue == UInt32(edges.rawValue) && $0.margins == margins
        }
        #expect(isThere, "\(fake.surfaces)", sourceLocation: sourceLocation)
    }

    /// Contract case 57, of an overlay that its compositor shows no more while outputs draw.
    @Test(arguments: [true, false]) func case57_whatIsHiddenIsHeardOnlyWhereItMayBe(prohibits: Bool) throws {
        let fake = try FakeCompositor()
        defer { fake.stop() }
        let app = try fake.launch(
            Executable.built("oriel-lab"), ["push", "--id", "a"] + (prohibits ? ["--prohibits"] : []))
        defer { app.stop(grace: .zero) }
        /// The `setPlaying` calls that the app's delegate got.
        func calls() -> [Substring] {
            app.standardOutput.split(separator: "\n").filter { $0.hasPrefix("setPlaying") }
        }
        try #require(fake.shows { $0.isMapped && ($0.index ?? 0) >= 3 })
        try fake.oriel("toggle")
        try #require(wait(.seconds(20)) { app.standardOutput.contains("didStart") })
        let overlay = try #require(fake.surfaces.first { $0.role == .layer && $0.isMapped })
        let pair: [Substring] = ["setPlaying(false)", "setPlaying(true)"]
        for round in 1...2 {
            let commits = fake.surfaces.first { $0.number == overlay.number }?.commits ?? 0
            fake.setRules { $0.frames = { $0.number != overlay.number } }
            if prohibits {
                try #require(wait(.seconds(20)) { calls().count == round * 2 - 1 }, "\(app.standardOutput)")
            } else {
                // Longer than it takes.
                _ = fake.wait(.seconds(2)) { _, _ in false }
            }
            fake.setRules { $0.frames = { _ in true } }
            try #require(
                fake.shows { $0.number == overlay.number && $0.commits > commits + 10 }, "\(app.standardOutput)")
            #expect(calls() == (prohibits ? Array(repeating: pair, count: round).flatMap { $0 } : []))
        }
        // Hidden as it is closed, it stays silent; what goes back to its window is heard there.
        let before = calls()
        fake.setRules { $0.frames = { $0.number != overlay.number } }
        if prohibits { try #require(wait(.seconds(20)) { calls().count == before.count + 1 }) }
        try fake.oriel("toggle")
        try #require(wait(.seconds(20)) { app.standardOutput.contains("didStop") }, "\(app.standardOutput)")
        #expect(wait(.seconds(20)) { calls() == before + (prohibits ? pair : []) }, "\(app.standardOutput)")
    }

    /// Mutter and KWin tell the client under the pointer of the keys that are held.
    @Test func case104_aDragWithControlEndsInTheCornerThatItLeadsTo() throws {
        let (session, surface) = try float()
        defer { session.stop() }
        let fake = session.fake
        fake.movePointer(over: surface.number, x: 100, y: 50)
        fake.hold(modifiers: ["Control"])
        fake.button(.left, pressed: true)
        fake.movePointer(over: surface.number, x: 60, y: 50)
        fake.button(.left, pressed: false)
        expect([.bottom, .left], [0, 0, 20, 20], fake)
        fake.hold(modifiers: [])
        fake.button(.left, pressed: true)
        fake.movePointer(over: surface.number, x: 61, y: 90)
        fake.button(.left, pressed: false)
        expect([.bottom, .left], [0, 0, 0, 21], fake)
    }

    @Test func case100_whereTextRunsFromTheRightItBeginsAtTheLeft() throws {
        let session = try float(environment: ["LC_ALL": "ar_EG.UTF-8"]).session
        defer { session.stop() }
        expect([.bottom, .left], [0, 0, 20, 20], session.fake)
    }

    /// The video alone: what is to be read stays as it is.
    @Test func itHidesAsMuchOfWhatLiesBelowAsTheConfigurationSays() throws {
        let program = try OrielProgram()
        let home = try program.configurationHome(with: "[pip]\nopacity = 0.5\n")
        let (session, surface) = try float(environment: ["XDG_CONFIG_HOME": home])
        defer { session.stop() }
        let fake = session.fake
        #expect(abs(surface.opacity - 0.5) < 0.001)
        try fake.oriel("toggle")
        #expect(fake.shows { $0.role == .toplevel && $0.isMapped && $0.opacity == 1 })
    }

    /// A window's place is unknown: the picture fades in over it, and away once the window has it again.
    @Test func case108_betweenAWindowAndItsPlaceItFades() throws {
        let session = try FakeSession(["--loop"])
        defer { session.stop() }
        let (fake, player) = (session.fake, session.player)
        try #require(fake.shows { $0.isMapped && $0.commits >= 5 }, "\(player.standardError)")
        // Opacities of the overlay until `isOver`, each once.
        func opacities(until isOver: ([FakeSurface]) -> Bool) throws -> [Double] {
            let toggle = try fake.launch(Executable.built("oriel"), ["toggle"])
            var seen: [Double] = []
            let ended = fake.wait(.seconds(20)) { surfaces, _ in
                if let overlay = surfaces.first(where: { $0.role == .layer && $0.isMapped }),
                    overlay.opacity != seen.last
                {
                    seen.append(overlay.opacity)
                }
                return isOver(surfaces)
            }
            #expect(ended, "\(fake.surfaces)")
            #expect(toggle.wait(.seconds(20)) == .code(0), "\(toggle.standardError)")
            return seen
        }
        let coming = try opacities { $0.contains { $0.role == .layer && $0.isMapped && $0.opacity == 1 } }
        #expect(coming.count > 3 && coming == coming.sorted() && coming[0] < 0.6, "\(coming)")
        // It is the player's no longer when the window shows.
        try #require(
            fake.wait(.seconds(20)) { surfaces, _ in !surfaces.contains { $0.role == .toplevel && $0.isMapped } })
        let going = try opacities { !$0.contains { $0.role == .layer } }
        #expect(going.count > 3 && going == going.sorted(by: >) && going.last ?? 1 < 0.5, "\(going)")
        #expect(fake.surfaces.contains { $0.role == .toplevel && $0.isMapped && $0.opacity == 1 })
    }

    @Test func itDodgesThePointerUntilThePointerHasFollowedItTwice() throws {
        let program = try OrielProgram()
        let home = try program.configurationHome(with: "[pip]\ndodge = true\nanimation = false\n")
        let (session, surface) = try float(environment: ["XDG_CONFIG_HOME": home])
        defer { session.stop() }
        let fake = session.fake
        func come() {
            fake.movePointer(over: nil)
            fake.movePointer(over: surface.number, x: 2, y: 90)
            fake.movePointer(over: surface.number, x: 4, y: 90)
        }
        come()
        expect([.top, .right], [20, 20, 0, 0], fake)
        come()
        expect([.bottom, .right], [0, 20, 20, 0], fake)
        come()
        fake.movePointer(over: surface.number, x: 100, y: 40)
        fake.button(.left, pressed: true)
        fake.movePointer(over: surface.number, x: 90, y: 40)
        fake.button(.left, pressed: false)
        expect([.bottom, .right], [0, 30, 20, 0], fake)
    }
}
