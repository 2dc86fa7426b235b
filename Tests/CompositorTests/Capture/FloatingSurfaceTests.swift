import Foundation
import OrielGeometry
import OrielMedia
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// A floating picture whose surface its user moves, resizes or closes.
@Suite struct FloatingSurfaceTests {
    /// A player in Picture in Picture, its surface, and all that `oriel watch` says.
    private func float(
        _ options: [String] = [], offer: FakeOffer = FakeOffer(), rules: FakeRules = FakeRules()
    ) throws -> (session: FakeSession, surface: FakeSurface, watch: ChildProcess) {
        let session = try FakeSession(["--loop", "--pip"] + options, offer: offer, rules: rules)
        let (fake, player) = (session.fake, session.player)
        try #require(fake.shows { $0.isMapped && ($0.index ?? 0) >= 5 }, "\(player.standardError)")
        let watch = try fake.launch(Executable.built("oriel"), ["watch", "--json"])
        try #require(watch.waitForOutput(.seconds(20)) { $0.contains("snapshot") }, "watch says nothing")
        return (session, try #require(fake.surfaces.first { $0.isMapped }), watch)
    }

    /// Where panels are is asked for before anything floats, and again at each lift and each grip.
    @Test func thePictureKeepsToTheUsableAreaAsItWasToldLast() throws {
        let (session, surface, watch) = try float(rules: FakeRules { $0.usableArea = (1280, 600) })
        defer { session.stop() }
        let fake = session.fake
        defer { watch.stop() }
        #expect(surface.wantedSize == Size(width: 267, height: 150), "a quarter of the usable height")
        #expect(try fake.players().first?.rect == nil)
        fake.setRules { $0.usableArea = nil }
        fake.movePointer(over: surface.number, x: 100, y: 60)
        fake.button(.left, pressed: true)
        fake.movePointer(over: surface.number, x: 90, y: 60)
        #expect(fake.shows { $0.number == surface.number && $0.margins == [0, 30, 20, 0] }, "\(fake.surfaces)")
        fake.button(.left, pressed: false)
        #expect(fake.player()?.rect == .init(x: 983, y: 550, width: 267, height: 150))
        #expect(!fake.surfaces.contains { $0.role == .probe && $0.isMapped })
    }

    /// The compositor is slower than the film is opened: nothing is seen beside what it then says.
    @Test func aPictureThatWasPlacedTooSoonIsPlacedAnewBeforeItIsSeen() throws {
        var rules = FakeRules()
        rules.usableArea = (1280, 600)
        rules.tellsUsableArea = false
        rules.configures = { $0.role != .layer }
        let session = try FakeSession(["--loop", "--pip"], rules: rules)
        defer { session.stop() }
        let (fake, player) = (session.fake, session.player)
        try #require(fake.shows { $0.role == .layer && $0.wantedSize.width > 0 }, "\(player.standardError)")
        let surface = try #require(fake.surfaces.first { $0.role == .layer })
        #expect(surface.wantedSize == Size(width: 320, height: 180), "nothing was told yet")
        for probe in fake.surfaces where probe.role == .probe { fake.configure(probe.number) }
        fake.setRules { $0.configures = { _ in true } }
        fake.configure(surface.number)
        #expect(fake.shows { $0.role == .layer && $0.isMapped })
        let shown = fake.surfaces.first { $0.role == .layer }
        #expect(shown?.wantedSize == Size(width: 267, height: 150))
        #expect(shown?.size == Size(width: 267, height: 150))
    }

    @Test func aDoubleClickBringsThePictureBackAsTheReturnButtonDoes() throws {
        let (session, surface, watch) = try float()
        defer { session.stop() }
        let fake = session.fake
        defer { watch.stop() }
        fake.movePointer(over: surface.number, x: 100, y: 60)
        for _ in 0..<2 {
            fake.button(.left, pressed: true)
            fake.button(.left, pressed: false)
        }
        #expect(watch.waitForOutput(.seconds(20)) { $0.contains("\"didStop\"") })
        let line = watch.standardOutput.split(separator: "\n").first { $0.contains("\"didStop\"") } ?? ""
        #expect(line.contains("\"reason\":\"restoreRequested\""), "\(line)")
        #expect(
            fake.wait(.seconds(20)) { surfaces, _ in surfaces.filter(\.isMapped).map(\.role) == [.toplevel] })
    }

    /// Where there is no layer-shell: weston, GNOME.
    private let withoutLayerShell = FakeOffer { $0.missing = ["zwlr_layer_shell_v1"] }

    @Test func closingTheTitledWindowEndsThePlayer() throws {
        let (session, surface, watch) = try float(offer: withoutLayerShell)
        defer { session.stop() }
        let (fake, player) = (session.fake, session.player)
        defer { watch.stop() }
        #expect(surface.name == "Picture-in-Picture")
        fake.close(surface.number)
        #expect(player.wait(.seconds(20)) == .code(0), "\(fake.surfaces) \(player.standardError)")
        let mapped = fake.events.filter { $0.kind == .mapped }
        #expect(mapped.map(\.surface) == [surface.number], "another window was shown")
        #expect(watch.waitForOutput(.seconds(20)) { $0.contains("\"gone\"") })
        let line = watch.standardOutput.split(separator: "\n").first { $0.contains("\"didStop\"") } ?? ""
        #expect(line.contains("\"reason\":\"userClosed\""), "\(watch.standardOutput)")
    }

    @Test func aTitledWindowThatIsResizedSaysSo() throws {
        let (session, surface, watch) = try float(["--size", "320x180"], offer: withoutLayerShell)
        defer { session.stop() }
        let fake = session.fake
        defer { watch.stop() }
        #expect(fake.player()?.placement?.size == [320, 180])
        fake.configure(surface.number, size: Size(width: 500, height: 300))
        try #require(fake.shows { $0.number == surface.number && $0.size == Size(width: 500, height: 300) })
        #expect(fake.player()?.placement?.size == [500, 300])
        #expect(watch.waitForOutput(.seconds(20)) { $0.contains("\"moved\"") })
        // Where the compositor leaves the size open, the picture keeps the one that it has.
        fake.configure(surface.number, size: .zero)
        try fake.oriel("toggle")
    }
}
