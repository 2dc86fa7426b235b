import OrielPictureInPicture
import Testing

/// Contract cases with several sessions and a broker.
@Suite struct TwoPlayerCases {
    /// Returns A in full screen and B in Picture in Picture.
    private func pair(_ style: SwapStyle = .inPlace, _ b: (inout Session.Settings) -> Void = { _ in }) -> (
        broker: FakeBroker, a: SessionRig, b: SessionRig
    ) {
        let broker = FakeBroker()
        broker.style = style
        let a = broker.join("A")
        let b = broker.join("B", b)
        b.activate()
        a.act(.windowMode(.fullScreen(output: "X")))
        return (broker, a, b)
    }

    private let swapped = ["A.willStart", "B.restore", "B.willStop", "A.didStart", "B.didStop(restoreRequested)"]

    @Test func case66_startSwaps() {
        let (broker, a, b) = pair()
        a.act(.start(userIntent: true))
        #expect(broker.journal.take() == swapped)
        #expect(a.state == .active && b.state == .idle)
        #expect(broker.holders.map(\.name) == ["A"])
        #expect(!a.isWindowShown && b.isWindowShown)
        #expect(a.overlays.count == 1 && b.overlays.isEmpty)
        #expect(a.session.timers.isEmpty && b.session.timers.isEmpty)
        #expect(b.session.world.windowMode == .fullScreen(output: "X"))
    }

    @Test func case66_theSwapCommandSwaps() {
        let (broker, a, b) = pair()
        broker.swap(a, b)
        broker.swap(a, b)
        #expect(broker.journal.take() == swapped)
    }

    @Test func case67_uiFirst() {
        let (broker, a, b) = pair()
        b.restoreAnswer = nil
        a.act(.start(userIntent: true))
        a.act(.hostViewGone)
        b.time.advance(by: .milliseconds(500))
        b.act(.restoreAnswered(b.tokens[0], true))
        #expect(broker.journal.take() == swapped)
        #expect(a.playback.isEmpty && a.isPlaying)
    }

    @Test func case68_rejected() {
        let (broker, a, b) = pair()
        b.restoreAnswer = false
        a.act(.start(userIntent: true))
        #expect(broker.journal.take() == ["A.willStart", "B.restore", "A.fTS(restoreRejected)"])
        #expect(a.state == .idle && b.state == .active)
        #expect(a.playback.isEmpty && b.playback.isEmpty)
        #expect(broker.holders.map(\.name) == ["B"])
    }

    @Test func case69_cannotRestore() {
        let (broker, a, b) = pair { $0.canRestore = false }
        a.act(.start(userIntent: true))
        #expect(broker.journal.take() == ["A.willStart", "B.willStop", "B.didStop(replaced)", "A.didStart"])
        #expect(a.state == .active && b.state == .idle)
        #expect(b.playback == [.pause])
    }

    @Test func case70_twentySwaps() {
        let (broker, a, b) = pair()
        var sides = (a, b)
        var expected: [String] = []
        for round in 0..<20 {
            expected += [
                "\(sides.0.name).willStart", "\(sides.1.name).restore", "\(sides.1.name).willStop",
                "\(sides.0.name).didStart", "\(sides.1.name).didStop(restoreRequested)",
            ]
            broker.swap(sides.0, sides.1)
            #expect(sides.0.state == .active && sides.1.state == .idle, "round \(round)")
            #expect(!sides.0.isWindowShown && sides.1.isWindowShown, "round \(round)")
            #expect(broker.holders.map(\.name) == [sides.0.name], "round \(round)")
            #expect(a.overlays.count + b.overlays.count == 1, "round \(round)")
            #expect(a.waiting + b.waiting == 0, "round \(round)")
            sides = (sides.1, sides.0)
        }
        let trace = broker.journal.take()
        #expect(trace.count == 100)
        #expect(trace == expected)
        #expect(a.session.timers.isEmpty && b.session.timers.isEmpty)
        #expect(a.isPlaying && b.isPlaying && a.playback.isEmpty && b.playback.isEmpty)
        #expect(a.diagnostics.isEmpty && b.diagnostics.isEmpty)
        // Both surfaces stay and are created once: the first overlay, and the existing window.
        #expect(a.surfaces.count { $0.name == "createOverlay" } + b.surfaces.count { $0.name == "createOverlay" } == 0)
        #expect(a.surfaces.count { $0.name == "exchange" } == 20 && b.surfaces.count { $0.name == "exchange" } == 20)
    }

    @Test func case71_nobodyAsked() {
        let broker = FakeBroker()
        let a = broker.join("A")
        let b = broker.join("B")
        a.activate()
        b.play(false)
        b.play(true)
        #expect(broker.journal.take() == [])
        #expect(a.state == .active)
    }

    @Test func case72_canStop() {
        let (broker, a, b) = pair()
        // A knows this before any request: its controls can offer both.
        #expect(a.session.snapshot.canStop && a.session.snapshot.isPossible)
        #expect(a.snapshots.last == a.session.snapshot)
        #expect(a.requests.isEmpty && a.surfaces.isEmpty && a.state == .idle)
        let before = a.snapshots.count
        b.closeButton()
        #expect(broker.journal.take() == ["B.willStop", "B.didStop(userClosed)"])
        #expect(!a.session.snapshot.canStop && a.session.snapshot.isPossible)
        #expect(a.snapshots.dropFirst(before).last { $0.canStop }?.state ?? .idle == .idle)
        #expect(a.requests.isEmpty && a.surfaces.isEmpty && a.playback.isEmpty && a.isWindowShown)
        #expect(b.requests == [.ended(.userClosed)] && b.playback == [.pause])
        #expect(b.state == .idle && b.overlays.isEmpty && !b.isWindowShown && broker.holders.isEmpty)
        #expect(a.session.timers.isEmpty && b.session.timers.isEmpty)
    }

    @Test func case73_tvStopsTheOther() {
        let (broker, a, b) = pair()
        a.configure { $0.profile = .tv }
        a.act(.stop)
        #expect(broker.journal.take() == ["B.willStop", "B.didStop(stoppedByOtherApp)"])
        #expect(a.state == .idle && b.state == .idle)
    }

    @Test func case74_desktopStopsItsOwn() {
        let (broker, a, b) = pair()
        a.act(.stop)
        #expect(broker.journal.take() == [])
        #expect(b.state == .active)
    }

    @Test func case75_twoSlots() {
        let (broker, a, b) = pair()
        broker.slots = 2
        a.act(.start(userIntent: true))
        #expect(broker.journal.take() == ["A.willStart", "A.didStart"])
        #expect(a.state == .active && b.state == .active)
    }

    @Test func case76_theTotalOrder() {
        let (broker, a, b) = pair(.handoff)
        a.act(.start(userIntent: true))
        #expect(
            broker.journal.take() == [
                "A.willStart", "B.foreground", "B.restore", "B.willStop", "A.didStart", "A.background",
                "B.didStop(restoreRequested)",
            ])
        #expect(a.session.snapshot.isBackground && !b.session.snapshot.isBackground)
        #expect(b.windowRequest == .init(mode: .fullScreen(output: "X"), purpose: .restored, activationToken: "token"))
        #expect(a.overlays.count == 1 && b.overlays.isEmpty)
        #expect(!a.isWindowShown && b.isWindowShown)
    }

    @Test func case80_aThirdIsRefused() {
        let (broker, a, b) = pair(.handoff)
        let c = broker.join("C")
        b.restoreAnswer = nil
        broker.time.settle()
        a.act(.start(userIntent: true))
        #expect(!c.session.snapshot.isPossible)
        c.act(.start(userIntent: true))
        b.act(.restoreAnswered(b.tokens[0], true))
        #expect(
            broker.journal.take() == [
                "A.willStart", "B.foreground", "B.restore", "C.fTS(transitionInProgress)", "B.willStop", "A.didStart",
                "A.background", "B.didStop(restoreRequested)",
            ])
        #expect(c.session.snapshot.isPossible)
    }

    @Test func case98_playStatesStay() {
        let (broker, a, b) = pair()
        a.play(false)
        a.act(.start(userIntent: true))
        #expect(broker.journal.take() == swapped)
        #expect(!a.isPlaying && b.isPlaying)
        #expect(a.playback.isEmpty && b.playback.isEmpty)
        #expect(a.state == .active && b.state == .idle)
        #expect(!a.isWindowShown && b.isWindowShown && a.overlays.count == 1 && b.overlays.isEmpty)
        #expect(b.session.world.windowMode == .fullScreen(output: "X"))
        #expect(broker.holders.map(\.name) == ["A"])
        #expect(a.session.timers.isEmpty && b.session.timers.isEmpty)
    }

    @Test func case110_anInlinePlayerReplaces() {
        let broker = FakeBroker()
        let b = broker.join("B")
        let c = broker.join("C")
        b.activate()
        c.act(.start(userIntent: true))
        #expect(broker.journal.take() == ["C.willStart", "B.willStop", "B.didStop(replaced)", "C.didStart"])
        #expect(!b.isPlaying && c.isPlaying)
        #expect(b.tokens.isEmpty)
        #expect(b.isWindowShown && b.windowRequest?.purpose == .returned)
        #expect(c.state == .active && b.state == .idle)
    }
}
