import Foundation
import OrielGeometry
import OrielMedia
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import OrielWayland
import Testing

/// Picture-in-Picture windows of the compositor (`xx_pip_v1`), on a compositor that behaves as KWin does and ends a
/// client for each protocol error.
@Suite struct FakePictureInPictureTests {
    private static let limit = Duration.seconds(20)

    /// A compositor that hides layer-shell, unless the test wants both.
    private func compositor(
        hasLayerShell: Bool = false, _ change: (inout FakeRules.PictureInPicture) -> Void = { _ in }
    ) throws -> FakeCompositor {
        var offer = FakeOffer()
        offer.hasPictureInPictureShell = true
        if !hasLayerShell { offer.missing = ["zwlr_layer_shell_v1"] }
        var rules = FakeRules()
        change(&rules.pictureInPicture)
        return try FakeCompositor(offer, rules: rules)
    }

    /// A player whose first frames are on the screen, and the surface that shows them.
    private func play(
        on fake: FakeCompositor, _ options: [String] = ["--pip"], id: String = "a"
    ) throws -> (player: ChildProcess, surface: FakeSurface) {
        let known = Set(fake.surfaces.map(\.number))
        let player = try fake.launch(
            Executable.built("oriel"), ["play", "--audio", "none", "--loop", "--id", id] + options + [smallClip()])
        try #require(
            fake.shows { !known.contains($0.number) && $0.isMapped && ($0.index ?? 0) >= 3 },
            "\(player.standardError) \(fake.surfaces)")
        return (player, try #require(fake.surfaces.first { !known.contains($0.number) && $0.isMapped }))
    }

    /// Waits until a surface satisfies `condition`.
    private func expect(
        _ surface: FakeSurface, on fake: FakeCompositor, sourceLocation: SourceLocation = #_sourceLocation,
        _ condition: (FakeSurface) -> Bool
    ) {
        let isSo = fake.shows { $0.number == surface.number && condition($0) }
        #expect(isSo, "\(fake.surfaces)", sourceLocation: sourceLocation)
    }

    private func isQuiet(_ fake: FakeCompositor) -> Bool {
        !fake.events.contains { if case .failed = $0.kind { true } else { false } }
    }

    private func requests(_ name: String, on fake: FakeCompositor) -> Int {
        fake.events.count { $0.kind == .asked(name) }
    }

    // MARK: Choice

    @Test func itIsUsedWhereLayerShellIsHidden() throws {
        let fake = try compositor()
        defer { fake.stop() }
        let (player, surface) = try play(on: fake)
        defer { player.stop() }
        #expect(surface.role == .pictureInPicture && !surface.appID.isEmpty)
        let told = fake.player("a")
        #expect(told?.surface == .pictureInPicture && told?.mode == .pip && told?.rect == nil)
        #expect(told?.placement?.size == [320, 180])
        for words in [["move", "top-left"], ["focus"], ["stash"]] {
            let command = try fake.launch(Executable.built("oriel"), words)
            #expect(command.wait(Self.limit) == .code(1))
            let said = command.standardError
            #expect(said.contains("Picture") && said.split(separator: "\n").count == 1, "\(said)")
        }
        try fake.oriel("toggle")
        #expect(
            fake.wait(Self.limit) { surfaces, _ in surfaces.filter(\.isMapped).map(\.role) == [.toplevel] })
        #expect(isQuiet(fake))
        #expect(requests("destroy_role", on: fake) == 1)
    }

    @Test(arguments: [
        (true, "xx-pip", FakeSurface.Role.pictureInPicture), (true, "auto", .layer), (true, "layer", .layer),
        (false, "auto", .pictureInPicture), (false, "layer", .pictureInPicture), (false, "toplevel", .toplevel),
    ]) func theOptionChooses(hasLayerShell: Bool, option: String, role: FakeSurface.Role) throws {
        let fake = try compositor(hasLayerShell: hasLayerShell)
        defer { fake.stop() }
        let (player, surface) = try play(on: fake, ["--pip", "--surface", option])
        defer { player.stop() }
        #expect(surface.role == role)
    }

    @Test func withoutTheProtocolTheOptionGivesWayToTheBestKind() throws {
        let fake = try FakeCompositor()
        defer { fake.stop() }
        let (player, surface) = try play(on: fake, ["--pip", "--surface", "xx-pip"])
        defer { player.stop() }
        #expect(surface.role == .layer)
    }

    @Test(arguments: [false, true]) func theDoctorSaysWhatIsLost(hasLayerShell: Bool) throws {
        let program = try OrielProgram()
        let home = try program.configurationHome(with: "[pip]\nsurface = \"xx-pip\"\n")
        let fake = try compositor(hasLayerShell: hasLayerShell)
        defer { fake.stop() }
        let doctor = try fake.launch(
            Executable.built("oriel"), ["doctor"], environment: hasLayerShell ? ["XDG_CONFIG_HOME": home] : [:])
        #expect(doctor.wait(Self.limit) != nil)
        let said = doctor.standardOutput
        #expect(said.contains("xx_pip_shell_v1 version 1") && said.contains("Lost by it: keys on the overlay"))
        #expect(said.contains("set [pip] surface") == hasLayerShell, "\(said)")
    }

    // MARK: Size

    @Test func theFirstSizeIsInTheBoundsAndSoAreLaterOnes() throws {
        let fake = try compositor { $0.bounds = Size(width: 200, height: 200) }
        defer { fake.stop() }
        let (player, surface) = try play(on: fake)
        defer { player.stop() }
        #expect(surface.size == Size(width: 200, height: 113))
        #expect(surface.geometry == Rect(x: 0, y: 0, width: 200, height: 113))
        #expect(surface.frame == Rect(x: 1060, y: 587, width: 200, height: 113), "KWin's home corner and margin")
        try fake.oriel("resize", "640x360")
        #expect(fake.player("a")?.placement?.size == [200, 113])
        try fake.oriel("resize", "160x90")
        expect(surface, on: fake) { $0.size == Size(width: 160, height: 90) && $0.geometry?.size == $0.size }
        #expect(
            fake.surfaces.first { $0.number == surface.number }?.frame == Rect(x: 1100, y: 610, width: 160, height: 90),
            "it grows and shrinks about its middle, but stays at the edges that it was near")
        // The bounds shrink, and the size follows with the next frame.
        fake.setRules { $0.pictureInPicture.bounds = Size(width: 120, height: 120) }
        fake.configure(surface.number)
        expect(surface, on: fake) { $0.size == Size(width: 120, height: 68) && $0.geometry?.size == $0.size }
        #expect(fake.player("a")?.placement?.size == [120, 68])
        #expect(isQuiet(fake))
    }

    /// An item of another shape fills the bounds too, and the next one isn't smaller for it.
    @Test func aListOfSeveralShapesLosesNoSize() throws {
        let wider = StampedClip(stream: .red, size: Size(width: 640, height: 270), frames: 900)
        let fake = try compositor()
        defer { fake.stop() }
        let (player, surface) = try play(on: fake, ["--pip", "--list", wider.file()])
        defer { player.stop() }
        expect(surface, on: fake) { $0.size == Size(width: 320, height: 135) && $0.geometry?.size == $0.size }
        try fake.oriel("next")
        expect(surface, on: fake) { $0.size == Size(width: 320, height: 180) && $0.geometry?.size == $0.size }
        try fake.oriel("previous")
        expect(surface, on: fake) { $0.size == Size(width: 320, height: 135) && $0.geometry?.size == $0.size }
        #expect(isQuiet(fake))
    }

    /// Too small to use: the size that is asked for gives way to the least one, the bounds don't.
    @Test(arguments: [false, true]) func oneByOneIsSaidOnceAndStopsNothing(areBounds: Bool) throws {
        let fake = try compositor {
            let tiny = Size(width: 1, height: 1)
            if areBounds { $0.bounds = tiny } else { ($0.firstSize, $0.sendsBounds) = (tiny, false) }
        }
        defer { fake.stop() }
        let player = try fake.launch(
            Executable.built("oriel"), ["play", "--audio", "none", "--loop", "--id", "a", "--pip", smallClip()])
        defer { player.stop() }
        let size = areBounds ? Size(width: 1, height: 1) : Size(width: 114, height: 64)
        try #require(
            fake.shows { $0.role == .pictureInPicture && $0.size == size && $0.commits >= 5 },
            "\(fake.surfaces) \(player.standardError)")
        try fake.oriel("toggle")
        try fake.oriel("toggle")
        #expect(isQuiet(fake))
        let lines = player.standardError.split(separator: "\n").filter { $0.contains("the compositor wants") }
        #expect(lines.count == 2, "once for each overlay: \(player.standardError)")
    }

    // MARK: Origin

    @Test func theOriginIsToldBeforeItComesAndBeforeItGoes() throws {
        let fake = try compositor()
        defer { fake.stop() }
        let (player, window) = try play(on: fake, ["--size", "320x180"])
        defer { player.stop() }
        // Bars above and below the picture.
        fake.configure(window.number, size: Size(width: 640, height: 480))
        expect(window, on: fake) { $0.size == Size(width: 640, height: 480) }
        try fake.oriel("toggle")
        let overlay = try #require(fake.surfaces.first { $0.role == .pictureInPicture && $0.isMapped })
        #expect(overlay.origin == window.number)
        #expect(overlay.originPart == Rect(x: 0, y: 60, width: 640, height: 360))
        try fake.oriel("toggle")
        try #require(fake.wait(Self.limit) { surfaces, _ in surfaces.filter(\.isMapped).map(\.role) == [.toplevel] })
        let next = try #require(fake.surfaces.first { $0.isMapped })
        let own = fake.events.filter { $0.surface == overlay.number }.map(\.kind)
        let told = own.filter { if case .asked(let name) = $0 { name.hasPrefix("origin") } else { false } }
        #expect(told == [.asked("origin \(window.number)"), .asked("origin \(next.number)")])
        let (mapped, unmapped) = (own.firstIndex(of: .mapped), own.firstIndex(of: .unmapped))
        let first = try #require(own.firstIndex(of: .asked("origin \(window.number)")))
        let last = try #require(own.firstIndex(of: .asked("origin \(next.number)")))
        #expect(first < mapped ?? 0 && last > mapped ?? .max && last < unmapped ?? 0, "\(own)")
        #expect(isQuiet(fake))
    }

    // MARK: Ends

    @Test func closingItIsTheUsersClose() throws {
        let fake = try compositor()
        defer { fake.stop() }
        let (player, surface) = try play(on: fake)
        defer { player.stop() }
        let watch = try fake.launch(Executable.built("oriel"), ["watch", "--json"])
        defer { watch.stop() }
        try #require(watch.waitForOutput(Self.limit) { $0.contains("snapshot") })
        fake.close(surface.number)
        #expect(player.wait(Self.limit) == .code(0), "\(fake.surfaces) \(player.standardError)")
        #expect(watch.waitForOutput(Self.limit) { $0.contains("\"didStop\"") })
        let line = watch.standardOutput.split(separator: "\n").first { $0.contains("\"didStop\"") } ?? ""
        #expect(line.contains("\"reason\":\"userClosed\""), "\(watch.standardOutput)")
        #expect(isQuiet(fake))
    }

    /// Contract case 10. The next start takes another kind of surface.
    @Test(arguments: [true, false]) func aRefusedWindowFailsTheStartAndTheNextTakesAnotherRoute(
        hasLayerShell: Bool
    ) throws {
        let fake = try compositor(hasLayerShell: hasLayerShell) { $0.refuses = true }
        defer { fake.stop() }
        let (player, window) = try play(on: fake, ["--surface", "xx-pip"])
        defer { player.stop() }
        let refused = try fake.oriel("toggle", code: 1)
        #expect(refused.standardError.split(separator: "\n").count == 1, "\(refused.standardError)")
        expect(window, on: fake) { $0.isMapped }
        try fake.oriel("toggle")
        #expect(fake.player("a")?.surface == (hasLayerShell ? .layerSurface : .toplevel))
        let lines = player.standardError.split(separator: "\n").filter { $0.contains("Picture-in-Picture window") }
        #expect(lines.count == 1, "\(player.standardError)")
        #expect(isQuiet(fake))
    }

    // MARK: Hands

    @Test func aDragIsTheCompositorsFromThePressOn() throws {
        let fake = try compositor()
        defer { fake.stop() }
        let (player, surface) = try play(on: fake)
        defer { player.stop() }
        for round in 1...2 {
            fake.movePointer(over: surface.number, x: 100, y: 60)
            fake.button(.left, pressed: true)
            fake.movePointer(over: surface.number, x: 90, y: 60)
            #expect(fake.wait(Self.limit) { _, events in events.count { $0.kind == .asked("move") } == round })
            fake.dragGrabbed(dx: -200, dy: -100)
            fake.button(.left, pressed: false)
        }
        #expect(
            fake.surfaces.first { $0.number == surface.number }?.frame == Rect(x: 540, y: 320, width: 320, height: 180))
        #expect(requests("move with a stale serial", on: fake) == 0)
        // The press that began a drag makes no click; a double click brings the picture back.
        for _ in 0..<2 {
            fake.button(.left, pressed: true)
            fake.button(.left, pressed: false)
        }
        #expect(
            fake.wait(Self.limit) { surfaces, _ in surfaces.filter(\.isMapped).map(\.role) == [.toplevel] },
            "\(fake.surfaces)")
        #expect(isQuiet(fake))
    }

    /// The finger's end isn't sent either, and the next finger is a first one.
    @Test func aFingersDragLeavesNoFingerBehind() throws {
        let fake = try compositor()
        defer { fake.stop() }
        let (player, surface) = try play(on: fake)
        defer { player.stop() }
        for round in 1...2 {
            fake.touch(surface.number, .down(finger: round, x: 100, y: 60))
            fake.touch(surface.number, .moved(finger: round, x: 80, y: 60))
            #expect(fake.wait(Self.limit) { _, events in events.count { $0.kind == .asked("move") } == round })
            fake.dragGrabbed(dx: -10, dy: 0)
            fake.touch(surface.number, .up(finger: round))
        }
        #expect(isQuiet(fake))
    }

    /// A finger that is down comes down again: its end was not sent.
    @Test func aFingerMayComeAgainWithoutAnEnd() throws {
        let fake = try FakeCompositor()
        defer { fake.stop() }
        let (player, surface) = try play(on: fake)
        defer { player.stop() }
        let margins = surface.margins
        fake.touch(surface.number, .down(finger: 0, x: 100, y: 60))
        fake.touch(surface.number, .down(finger: 0, x: 100, y: 60))
        fake.touch(surface.number, .moved(finger: 0, x: 60, y: 60))
        expect(surface, on: fake) { $0.margins == [0, margins[1] + 40, margins[2], 0] }
        fake.touch(surface.number, .up(finger: 0))
    }

    @Test func aDraggedEdgeKeepsTheShape() throws {
        let fake = try compositor { $0.bounds = Size(width: 640, height: 360) }
        defer { fake.stop() }
        let (player, surface) = try play(on: fake)
        defer { player.stop() }
        #expect(surface.frame == Rect(x: 940, y: 520, width: 320, height: 180))
        fake.movePointer(over: surface.number, x: 2, y: 90)
        fake.button(.left, pressed: true)
        fake.movePointer(over: surface.number, x: -6, y: 90)
        #expect(fake.wait(Self.limit) { _, events in events.contains { $0.kind == .asked("resize") } })
        fake.dragGrabbed(dx: -100, dy: 0)
        fake.dragGrabbed(dx: -60, dy: 0)
        expect(surface, on: fake) { $0.size == Size(width: 480, height: 270) }
        #expect(
            fake.surfaces.first { $0.number == surface.number }?.frame == Rect(x: 780, y: 430, width: 480, height: 270))
        fake.dragGrabbed(dx: -600, dy: 0)
        expect(surface, on: fake) { $0.size == Size(width: 640, height: 360) }
        fake.button(.left, pressed: false)
        #expect(fake.player("a")?.placement?.size == [640, 360])
        expect(surface, on: fake) { $0.size == Size(width: 640, height: 360) && $0.geometry?.size == $0.size }
        #expect(isQuiet(fake))
    }

    // MARK: Swaps

    @Test func twoPlayersSwap() throws {
        let fake = try compositor()
        defer { fake.stop() }
        let (first, _) = try play(on: fake, [], id: "a")
        defer { first.stop() }
        let (second, _) = try play(on: fake, ["--pip"], id: "b")
        defer { second.stop() }
        for round in 0..<4 {
            try fake.oriel("swap")
            #expect(fake.player("a")?.mode == (round % 2 == 0 ? .pip : .window))
            #expect(fake.player("b")?.mode == (round % 2 == 0 ? .window : .pip))
        }
        #expect(
            fake.wait(Self.limit) { surfaces, _ in
                surfaces.filter(\.isMapped).map(\.role).sorted { "\($0)" < "\($1)" } == [.pictureInPicture, .toplevel]
            }, "\(fake.surfaces)")
        #expect(isQuiet(fake))
    }

    // MARK: The fake

    /// KWin answers a surface that has another role with this error, not with `role`.
    @Test func aSurfaceWithARoleIsAlreadyConstructed() throws {
        let fake = try compositor()
        defer { fake.stop() }
        let connection = try Connection(to: fake.socket)
        defer { connection.disconnect() }
        let globals = try Globals(connection)
        let surface = Surface(globals)
        let toplevel = Toplevel(surface, title: "", appID: "oriel-test")
        toplevel.destroy()
        let window = PictureInPictureWindow(surface, appID: "oriel-test")
        defer { window?.destroy() }
        #expect(throws: WaylandError.self) { try connection.roundtrip() }
        #expect(fake.wait(Self.limit) { _, events in events.contains { $0.kind == .failed("already_constructed") } })
    }
}
