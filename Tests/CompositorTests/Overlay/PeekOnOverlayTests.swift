import OrielGeometry
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// An overlay that fades for what lies below.
@Suite(.serialized) struct PeekOnOverlayTests {
    private func float(
        _ configuration: String, in program: OrielProgram, offer: FakeOffer = FakeOffer()
    ) throws -> (session: FakeSession, number: Int) {
        let home = try program.configurationHome(with: configuration)
        let session = try FakeSession(["--loop", "--pip"], offer: offer, environment: ["XDG_CONFIG_HOME": home])
        let (fake, player) = (session.fake, session.player)
        try #require(fake.shows { $0.isMapped && ($0.index ?? 0) >= 3 }, "\(player.standardError)")
        return (session, try #require(fake.surfaces.first { $0.isMapped }).number)
    }

    private func expect(
        _ fake: FakeCompositor, _ number: Int, _ what: String, _ isSo: @escaping (FakeSurface) -> Bool,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let isThere = fake.shows { $0.number == number && isSo($0) }
        #expect(isThere, "\(what): \(fake.surfaces)", sourceLocation: sourceLocation)
    }

    /// By the compositor's `wp_alpha_modifier_v1`, and without it.
    @Test(arguments: [true, false]) func case131_aPointerFadesItAndReachesWhatLiesBelow(isModified: Bool) throws {
        var offer = FakeOffer()
        if !isModified { offer.missing = ["wp_alpha_modifier_v1"] }
        let program = try OrielProgram()
        let (session, number) = try float("[pip]\nhover = \"peek\"\npeek-opacity = 0.2\n", in: program, offer: offer)
        defer { session.stop() }
        let fake = session.fake
        func seen(_ surface: FakeSurface) -> Double { surface.opacity * surface.alpha }
        fake.movePointer(over: number, x: 2, y: 90)
        fake.movePointer(over: number, x: 9, y: 90)
        expect(fake, number, "peeks") { abs(seen($0) - 0.2) < 0.02 && $0.inputRegion?.count == 5 }
        // Only the rim and the padlock's corner take input; the pointer is inside now.
        let region = try #require(fake.surfaces.first { $0.number == number }?.inputRegion)
        func takes(_ x: Int, _ y: Int) -> Bool { region.contains { $0.contains(Point(x: x, y: y)) } }
        #expect(!takes(160, 90) && !takes(30, 30) && !takes(290, 150) && takes(0, 0) && takes(298, 22))
        fake.movePointer(over: nil)
        // After a while the whole takes input again, and no pointer comes.
        expect(fake, number, "ends") { seen($0) == 1 && $0.inputRegion == nil }
        // Over the rim and out again.
        fake.movePointer(over: number, x: 5, y: 90)
        expect(fake, number, "peeks again") { seen($0) < 0.3 }
        fake.movePointer(over: number, x: 1, y: 90)
        fake.movePointer(over: nil)
        expect(fake, number, "ends at once") { seen($0) == 1 && $0.inputRegion == nil }
        // A press on the padlock ends it until the pointer has left, wherever it goes on the overlay meanwhile.
        fake.movePointer(over: number, x: 298, y: 4)
        expect(fake, number, "peeks once more") { abs(seen($0) - 0.2) < 0.02 && $0.inputRegion?.count == 5 }
        fake.movePointer(over: number, x: 298, y: 22)
        fake.button(.left, pressed: true)
        fake.button(.left, pressed: false)
        expect(fake, number, "ends by the padlock") { seen($0) == 1 && $0.inputRegion == nil }
        for x in [200.0, 160, 100] { fake.movePointer(over: number, x: x, y: 90) }
        #expect(
            stays(for: .milliseconds(500), because: "a fade takes 200 ms") {
                fake.surfaces.contains { $0.number == number && seen($0) == 1 }
            })
        fake.movePointer(over: nil)
        fake.movePointer(over: number, x: 5, y: 90)
        expect(fake, number, "peeks when it comes again") { seen($0) < 0.3 }
        // No focus is taken.
        #expect(!fake.surfaces.contains { $0.takesKeyboard })
    }

    @Test func case132_aCommandFadesItAndAClickOnTheRimEndsIt() throws {
        let program = try OrielProgram()
        let (session, number) = try float("[pip]\nanimation = false\n", in: program)
        defer { session.stop() }
        let fake = session.fake
        func isPeeking() throws -> Bool {
            try fake.oriel("status", "--json").standardOutput.contains("\"peeking\":true")
        }
        func refuses(_ reason: String) throws {
            #expect(try fake.oriel("peek", "on", code: 1).standardError.contains(reason))
            #expect(try !isPeeking())
        }
        try fake.oriel("peek")
        expect(fake, number, "peeks") { abs($0.opacity - 0.15) < 0.01 && $0.inputRegion?.count == 5 }
        #expect(try isPeeking())
        // A pointer that comes and goes changes nothing.
        fake.movePointer(over: number, x: 3, y: 90)
        fake.movePointer(over: nil)
        try fake.oriel("peek", "on")
        #expect(try isPeeking())
        // Another size has another rim.
        try fake.oriel("resize", "400x400")
        expect(fake, number, "a larger rim") { $0.inputRegion?.map(\.maxX).max() == 400 }
        fake.movePointer(over: number, x: 3, y: 90)
        fake.button(.left, pressed: true)
        fake.button(.left, pressed: false)
        expect(fake, number, "ends by the click") { $0.opacity == 1 && $0.inputRegion == nil }
        try fake.oriel("peek", "toggle")
        try fake.oriel("lock")
        // Locked, nothing takes input; it is seen again.
        expect(fake, number, "locked") { $0.opacity == 1 && $0.inputRegion == [] }
        try refuses("can't peek: the overlay is stashed or locked")
        try fake.oriel("unlock")
        try fake.oriel("peek", "toggle")
        try fake.oriel("stash")
        expect(fake, number, "put away") { $0.opacity == 1 && $0.inputRegion == nil }
        try refuses("can't peek: the overlay is stashed or locked")
        try fake.oriel("unstash")
        try fake.oriel("peek", "on")
        try fake.oriel("toggle")
        let isWindow = fake.shows { $0.role == .toplevel && $0.isMapped && $0.opacity == 1 && $0.alpha == 1 }
        #expect(isWindow)
        #expect(try !isPeeking())
        try refuses("")
    }

    @Test func twoFingersApartEnlargeItsPicture() throws {
        let program = try OrielProgram()
        let (session, number) = try float("[pip]\nsnap = false\n", in: program)
        defer { session.stop() }
        let (fake, player) = (session.fake, session.player)
        fake.touch(number, .down(finger: 1, x: 150, y: 90))
        fake.touch(number, .down(finger: 2, x: 170, y: 90))
        for step in 1...10 {
            fake.touch(number, .moved(finger: 1, x: 150 - 4 * Double(step), y: 90))
            fake.touch(number, .moved(finger: 2, x: 170 + 4 * Double(step), y: 90))
        }
        for finger in 1...2 { fake.touch(number, .up(finger: finger)) }
        let isEnlarged = try wait(.seconds(20)) {
            let status = try fake.launch(Executable.built("oriel"), ["status", "--json"])
            _ = status.wait(.seconds(20))
            let told = status.standardOutput
            return told.contains("\"zoom\":5") || told.contains("\"zoom\":4.99")
        }
        #expect(isEnlarged, "\(player.standardError)")
    }

    /// A finger that is held fades it for a moment.
    @Test func aFingerThatIsHeldFadesIt() throws {
        let program = try OrielProgram()
        let (session, number) = try float("[pip]\nhover = \"peek\"\n", in: program)
        defer { session.stop() }
        let fake = session.fake
        fake.touch(number, .down(finger: 1, x: 100, y: 90))
        expect(fake, number, "peeks") { $0.opacity < 0.2 && $0.inputRegion?.count == 5 }
        fake.touch(number, .up(finger: 1))
        expect(fake, number, "ends") { $0.opacity == 1 && $0.inputRegion == nil }
    }
}
