import OrielGeometry
import OrielPictureInPicture

typealias Session = PictureInPictureSession

/// A session with fake compositor, player, delegate and link; the broker is a `FakeBroker` or the test.
final class SessionRig {
    let name: String
    let time: FakeTime
    let journal: Journal
    private(set) var session: Session
    weak var broker: FakeBroker?

    // Behaviour of the surroundings.
    var preparesOverlay = true
    var presentsOverlay = true
    var finishesAnimation = true
    var drawsWindow = true
    var commitsWindow = true
    var presentsWindow = true
    /// Answer to restores; nil never answers.
    var restoreAnswer: Bool? = true
    var hasDelegate = true
    /// Runs inside the callback.
    var onCallback: ((Session.Callback) -> Void)?

    // Observed effects.
    private(set) var requests: [BrokerRequest] = []
    private(set) var surfaces: [Session.SurfaceAction] = []
    private(set) var playback: [Session.PlaybackAction] = []
    private(set) var diagnostics: [Session.Diagnostic] = []
    private(set) var snapshots: [PictureInPictureSnapshot] = []
    /// `isActive` as read by each callback.
    private(set) var activity: [String] = []
    private(set) var tokens: [Session.RestoreToken] = []
    private(set) var overlays: Set<UInt32> = []
    private(set) var overlay: UInt32 = 0
    private(set) var hiddenOverlay = false
    private(set) var isWindowShown = true
    private(set) var window: UInt32 = 0
    private(set) var windowRequest: Session.WindowRequest?
    private(set) var isPlaying = true
    /// Number of the medium in the player; a restore shows the current one.
    var media = 1
    private(set) var shownMedia: Int?
    private var running: [Session.Timer: UInt32] = [:]
    private var pending: [Session.Event] = []
    private var isBusy = false

    init(
        _ name: String = "A", time: FakeTime = FakeTime(), journal: Journal = Journal(),
        _ configure: (inout Session.Settings) -> Void = { _ in }
    ) {
        self.name = name
        self.time = time
        self.journal = journal
        var settings = Session.Settings()
        configure(&settings)
        session = Session(settings: settings)
        send(.broker(.status(SlotStatus())))
        send(.sourceReady(true))
        send(.playing(true))
    }

    var state: PictureInPictureTransitionState { session.snapshot.state }

    /// Sends an event as a driver does: one batch after another, never nested.
    func send(_ event: Session.Event) {
        pending.append(event)
        guard !isBusy else { return }
        isBusy = true
        while !pending.isEmpty {
            for effect in session.handle(pending.removeFirst()) { run(effect) }
        }
        isBusy = false
    }

    func configure(_ change: (inout Session.Settings) -> Void) { change(&session.settings) }

    /// Sends events, then runs everything due now.
    func act(_ events: Session.Event...) {
        for event in events { send(event) }
        time.settle()
    }

    /// Creates a rig that is active alone, with an empty journal.
    /// - Parameter change: runs before its start.
    static func active(_ change: (SessionRig) -> Void = { _ in }) -> SessionRig {
        let rig = SessionRig()
        change(rig)
        rig.activate()
        return rig
    }

    /// Becomes active alone and clears the journal.
    func activate() {
        act(.start(userIntent: true))
        if broker == nil { grant() }
        _ = journal.take()
        requests = []
        surfaces = []
        playback = []
    }

    var lastStart: BrokerRequest.StartRequest? {
        for case .start(let start) in requests.reversed() { return start }
        return nil
    }

    func grant() {
        guard let start = lastStart else { return }
        act(.broker(.granted(generation: start.generation, placement: nil)))
    }

    func returnButton() { act(.returnButton(generation: overlay)) }
    func closeButton() { act(.closeButton(generation: overlay)) }

    /// Closes the overlay as the compositor does, without removing an output.
    func closeOverlay() {
        act(.surface(.overlayClosed(generation: overlay)))
        time.advance(by: .milliseconds(100))
    }

    func play(_ isPlaying: Bool) {
        self.isPlaying = isPlaying
        act(.playing(isPlaying))
    }

    private func soon(_ event: Session.Event) { time.soon { [weak self] in self?.send(event) } }

    private func run(_ effect: Session.Effect) {
        switch effect {
        case .update(let snapshot): snapshots.append(snapshot)
        case .callback(let callback, _): deliver(callback)
        case .broker(let request):
            requests.append(request)
            broker?.receive(request, from: self)
        case .surface(let action): run(action)
        case .playback(let action):
            playback.append(action)
            isPlaying = action == .resume
            soon(.playing(isPlaying))
        case .arm(let timer, let duration, let generation):
            running[timer] = generation
            time.after(duration) { [weak self] in
                guard let self, self.running[timer] == generation else { return }
                self.running[timer] = nil
                self.send(.timer(timer, generation: generation))
            }
        case .cancel(let timer): running[timer] = nil
        case .log(let diagnostic): diagnostics.append(diagnostic)
        }
    }

    private func deliver(_ callback: Session.Callback) {
        if case .restore(let token) = callback {
            tokens.append(token)
            if !hasDelegate {
                send(.restoreAnswered(token, false))
            } else if let restoreAnswer {
                soon(.restoreAnswered(token, restoreAnswer))
            }
        }
        guard hasDelegate else { return }
        journal.note(broker == nil ? callback.text : "\(name).\(callback.text)")
        activity.append("\(callback.text)=\(snapshots.last?.isActive ?? false)")
        onCallback?(callback)
    }

    private func run(_ action: Session.SurfaceAction) {
        surfaces.append(action)
        switch action {
        case .createOverlay(let request):
            overlay = request.generation
            overlays.insert(overlay)
            if preparesOverlay { soon(.surface(.overlayPrepared(generation: overlay))) }
        case .prepareExchange(let generation, _):
            overlay = generation
            if preparesOverlay { soon(.surface(.overlayPrepared(generation: generation))) }
        case .showOverlay(let generation, _):
            if presentsOverlay { soon(.surface(.overlayPresented(generation: generation))) }
        case .removeOverlay(let generation, let animated):
            if !animated {
                overlays.remove(generation)
            } else if finishesAnimation {
                soon(.surface(.overlayRemoved(generation: generation)))
                overlays.remove(generation)
            }
        case .hideOverlay: hiddenOverlay = true
        case .revealOverlay: hiddenOverlay = false
        case .settleOverlay, .discardWindow: break
        case .drawWindow(let generation, _, _):
            window = generation
            if drawsWindow { soon(.surface(.windowDrawn(generation: generation))) }
        case .showWindow(let generation, let request):
            window = generation
            windowRequest = request
            isWindowShown = true
            shownMedia = media
            if commitsWindow { soon(.surface(.windowCommitted(generation: generation))) }
            if presentsWindow { soon(.surface(.windowPresented(generation: generation))) }
        case .hideWindow, .coverWindow: isWindowShown = false
        case .exchange(let generation, let side, let peer): broker?.exchange(self, generation, side, with: peer)
        }
    }

    /// Number of pending timers and events; if it grows from swap to swap, something never ends.
    var waiting: Int { running.count + pending.count }

    /// Records that the in-place exchange was done.
    func tookPlace(_ side: Session.ExchangeSide) {
        isWindowShown = side == .intoWindow
        if side == .intoOverlay { overlays.insert(overlay) } else { overlays.removeAll() }
    }
}

extension PictureInPictureSession.SurfaceAction {
    /// The action's name without parameters.
    var name: String { String("\(self)".prefix { $0 != "(" }) }
}
