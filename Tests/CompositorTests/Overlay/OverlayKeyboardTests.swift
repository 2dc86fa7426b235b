import OrielGeometry
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// The keyboard of an overlay on a layer (`oriel focus`), with the ways in which compositors give it.
@Suite struct OverlayKeyboardTests {
    /// A compositor's way, and what the overlay asks for until it has the keyboard: 0 none, 1 exclusive, 2 on demand.
    private static let profiles: [(FakeRules.LayerFocus, version: UInt32, asked: [Int])] = [
        // sway 1.7, phoc 0.24 (seen), wayfire.
        (.atOnce, 4, [0, 2]),
        (.onDemandAtClick, 4, [0, 2, 1, 2]),
        // sway 1.8 and newer: sway/desktop/layer_shell.c, arrange_layers.
        (.exclusiveOnly, 4, [0, 2, 1, 2, 1]),
        // Layer shells that don't know *on demand*.
        (.atOnce, 3, [0, 1]), (.exclusiveOnly, 3, [0, 1]),
    ]

    private struct Stage {
        let fake: FakeCompositor
        let player: ChildProcess
        let overlay: Int

        init(_ rule: FakeRules.LayerFocus, version: UInt32, environment: [String: String] = [:]) throws {
            let offer = FakeOffer { $0.layerShellVersion = version }
            let rules = FakeRules { $0.layerFocus = rule }
            fake = try FakeCompositor(offer, rules: rules)
            let clip = StampedClip(stream: .green, size: Size(width: 640, height: 360), frames: 1800)
            player = try fake.launch(
                Executable.built("oriel"), ["play", "--audio", "none", "--loop", "--pip", "--id", "a", clip.file()],
                environment: environment)
            let isShown = fake.shows { $0.role == .layer && $0.isMapped }
            guard isShown, let found = fake.surfaces.first(where: { $0.role == .layer }) else {
                throw TestSupportError("no overlay: \(player.standardError)")
            }
            overlay = found.number
        }

        func end() {
            player.stop(grace: .zero)
            fake.stop()
        }

        /// The interactivities that the overlay asked for, without repetitions.
        static func asked(_ events: [FakeEvent], by overlay: Int) -> [Int] {
            var list: [Int] = []
            for event in events where event.surface == overlay {
                guard case .asked(let name) = event.kind, name.hasPrefix("keyboard ") else { continue }
                if let kind = Int(name.dropFirst("keyboard ".count)), kind != list.last { list.append(kind) }
            }
            return list
        }

        func waitUntilAsked(_ kinds: [Int]) -> Bool {
            fake.wait(.seconds(10)) { _, events in Self.asked(events, by: overlay) == kinds }
        }

        var asked: [Int] { Self.asked(fake.events, by: overlay) }
    }

    @Test(arguments: profiles) func theOverlayHasTheKeyboardFromFocusToEscape(
        rule: FakeRules.LayerFocus, version: UInt32, asked: [Int]
    ) throws {
        let stage = try Stage(rule, version: version)
        defer { stage.end() }
        try stage.fake.oriel("focus")
        #expect(stage.waitUntilAsked(asked), "\(stage.asked)")
        // Nothing more is asked for once it has the keyboard.
        #expect(stays(for: .milliseconds(400), because: "the overlay asks again after 200 ms") { stage.asked == asked })
        // A key of the overlay's.
        stage.fake.press("Escape")
        #expect(stage.waitUntilAsked(asked + [0]), "\(stage.asked)")
        #expect(
            stays(for: .milliseconds(400), because: "the overlay asks again after 200 ms") {
                stage.asked == asked + [0]
            })
    }

    @Test(arguments: profiles) func anOverlayThatLosesTheKeyboardDoesNotAskForItAgain(
        rule: FakeRules.LayerFocus, version: UInt32, asked: [Int]
    ) throws {
        let stage = try Stage(rule, version: version)
        defer { stage.end() }
        try stage.fake.oriel("focus")
        #expect(stage.waitUntilAsked(asked), "\(stage.asked)")
        pause(.milliseconds(300), because: "a loss within 200 ms counts as the compositor's answer")
        stage.fake.focusKeyboard(on: nil)
        #expect(stage.waitUntilAsked(asked + [0]), "\(stage.asked)")
    }

    /// The desktop's dialogue could lie below the overlay, and needs the keyboard.
    @Test func theKeyboardIsGivenBackBeforeADialogue() throws {
        let stage = try Stage(.atOnce, version: 4)
        defer { stage.end() }
        try stage.fake.oriel("focus")
        #expect(stage.waitUntilAsked([0, 2]), "\(stage.asked)")
        stage.fake.press("o", modifiers: ["Control"])
        #expect(stage.waitUntilAsked([0, 2, 0]), "\(stage.asked)")
    }

    /// A compositor that gives no focus at all leaves nothing exclusive behind once the user gives up.
    @Test func aCompositorThatNeverAnswersIsLeftAlone() throws {
        let stage = try Stage(FakeRules.LayerFocus(), version: 4)
        defer { stage.end() }
        try stage.fake.oriel("focus")
        #expect(stage.waitUntilAsked([0, 2, 1, 2]), "\(stage.asked)")
        try stage.fake.oriel("stash")
        #expect(stage.waitUntilAsked([0, 2, 1, 2, 0]), "\(stage.asked)")
    }
}
