import Foundation
import OrielGeometry
import OrielMedia
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// Toggles, swaps, drags and automatic starts on compositors that are modelled on their sources.
@Suite struct FakeProfileTests {
    private let clip = StampedClip(stream: .green, size: Size(width: 640, height: 360), frames: 900)

    private struct Session {
        let fake: FakeCompositor
        let clip: StampedClip

        init(_ profile: CompositorProfile, _ clip: StampedClip) throws {
            fake = try FakeCompositor(profile.offer, rules: profile.rules)
            self.clip = clip
        }

        /// A player whose window shows frames.
        func play(_ id: String, _ options: [String] = []) throws -> ChildProcess {
            let known = Set(fake.surfaces.map(\.number))
            let player = try fake.launch(
                Executable.built("oriel"), ["play", "--audio", "none", "--loop", "--id", id] + options + [clip.file()])
            try #require(
                fake.shows { !known.contains($0.number) && $0.isMapped && ($0.index ?? 0) >= 3 },
                "\(player.standardError) \(fake.surfaces)")
            return player
        }

        func mode(_ id: String) throws -> PlayerStatus.Mode? { try player(id)?.mode }

        func player(_ id: String) throws -> PlayerStatus? { try fake.players().first { $0.id == id } }

        func mapped(_ role: FakeSurface.Role) -> [FakeSurface] {
            fake.surfaces.filter { $0.isMapped && $0.role == role }
        }

        /// Waits until the mapped surfaces with a role of their own are these.
        func shows(_ roles: [FakeSurface.Role]) -> Bool {
            fake.wait(FakeSession.limit) { surfaces, _ in
                surfaces.filter { $0.isMapped && $0.role != .subsurface && $0.role != .probe }.map { "\($0.role)" }
                    .sorted() == roles.map { "\($0)" }.sorted()
            }
        }
    }

    /// Each line has its source, or says that nothing is known.
    @Test(arguments: CompositorProfile.all) func eachLineHasItsSource(_ profile: CompositorProfile) {
        let revision = profile.revision.split(separator: " ").last.map { String($0.prefix(8)) } ?? ""
        var sources = profile.globals.map(\.version.source) + profile.missing.values
        sources += [
            profile.focus.onMap.source, profile.focus.onChange.source, profile.focus.onHover.source,
            profile.focus.onClick.source, profile.firstSize.source, profile.isTiled.source,
        ]
        #expect(revision.count == 8)
        #expect(sources.allSatisfy { $0.contains("@ \(revision)") || $0 == "unknown" }, "\(sources)")
        #expect(profile.globals.contains { $0.interface == "zwlr_layer_shell_v1" })
    }

    /// The overlay never takes the keyboard by itself: not as it comes, not under the pointer, not when it is pressed.
    @Test(arguments: CompositorProfile.all) func togglesAndDragsLeaveTheKeyboardAlone(
        _ profile: CompositorProfile
    ) throws {
        let session = try Session(profile, clip)
        let fake = session.fake
        defer { fake.stop() }
        let player = try session.play("a")
        defer { player.stop() }
        for _ in 1...3 {
            let window = try #require(session.mapped(.toplevel).first)
            fake.focusKeyboard(on: window.number)
            fake.press("i")
            try #require(session.shows([.layer]), "\(fake.surfaces)")
            let overlay = try #require(session.mapped(.layer).first)
            let before = overlay.margins
            fake.movePointer(over: overlay.number, x: 100, y: 60)
            fake.button(.left, pressed: true)
            for step in 1...6 { fake.movePointer(over: overlay.number, x: 100 - Double(step) * 5, y: 60) }
            fake.button(.left, pressed: false)
            #expect(fake.shows { $0.number == overlay.number && $0.margins != before }, "the drag moved nothing")
            fake.movePointer(over: nil)
            try fake.oriel("toggle")
            try #require(session.shows([.toplevel]), "\(fake.surfaces)")
        }
        #expect(!fake.events.contains { $0.kind == .focused })
        #expect(!fake.events.contains { if case .failed = $0.kind { true } else { false } })
    }

    @Test(arguments: CompositorProfile.all) func swapsExchangeTheRoles(_ profile: CompositorProfile) throws {
        let session = try Session(profile, clip)
        defer { session.fake.stop() }
        let first = try session.play("a")
        defer { first.stop() }
        let second = try session.play("b", ["--pip"])
        defer { second.stop() }
        for round in 0..<4 {
            try session.fake.oriel("swap")
            #expect(try session.mode("a") == (round % 2 == 0 ? .pip : .window))
            #expect(try session.mode("b") == (round % 2 == 0 ? .window : .pip))
        }
        #expect(session.shows([.layer, .toplevel]), "\(session.fake.surfaces)")
        #expect(!session.fake.events.contains { $0.kind == .focused })
    }

    /// `oriel focus` reaches the overlay, and Esc gives the keyboard back.
    @Test(arguments: CompositorProfile.all) func theKeyboardIsGivenOnRequestAndGivenBack(
        _ profile: CompositorProfile
    ) throws {
        let session = try Session(profile, clip)
        let fake = session.fake
        defer { fake.stop() }
        let player = try session.play("a", ["--pip"])
        defer { player.stop() }
        let overlay = try #require(session.mapped(.layer).first)
        #expect(!overlay.takesKeyboard)
        try fake.oriel("focus")
        try #require(
            fake.wait(FakeSession.limit) { _, events in
                events.contains { $0.kind == .focused && $0.surface == overlay.number }
            }, "\(fake.surfaces)")
        fake.press("Escape")
        #expect(fake.shows { $0.number == overlay.number && !$0.takesKeyboard })
    }

    /// A window whose workspace is left loses its frame callbacks, while the output draws on.
    @Test(arguments: CompositorProfile.all) func aHiddenWindowsPictureLeavesByItself(
        _ profile: CompositorProfile
    ) throws {
        let session = try Session(profile, clip)
        let fake = session.fake
        defer { fake.stop() }
        let player = try session.play("a", ["--auto-pip"])
        defer { player.stop() }
        fake.setRules { $0.frames = { $0.role != .toplevel } }
        try #require(fake.shows { $0.name == "oriel" && $0.isMapped }, "\(fake.surfaces)")
        #expect(wait(FakeSession.limit) { (try? session.player("a"))??.pip.state == .active })
        // A window that is seen again returns by itself, and a toggle after it would lift it once more.
        try fake.oriel("toggle")
        fake.setRules { $0.frames = { _ in true } }
        #expect(session.shows([.toplevel]), "\(fake.surfaces)")
        #expect(!fake.events.contains { $0.kind == .focused })
    }
}
