import Oriel
import OrielPictureInPicture
import OrielSceneHandoff

/// A player view with compositor, broker and clock controlled by the test.
@MainActor
final class FakeHost: PictureInPictureHost {
    typealias Session = PictureInPictureSession

    var supportsPictureInPicture = true
    weak var controller: PictureInPictureController?
    var hasUserIntent = true
    var isSourceReady = true
    var grants = true
    var presentsOverlay = true
    var finishesAnimation = true

    private(set) var overlays: Set<UInt32> = []
    private(set) var overlay: UInt32 = 0
    private(set) var isPlaying = true
    private(set) var requests: [BrokerRequest] = []
    private(set) var reports: [Session.Report] = []
    private(set) var notes = 0
    private(set) var isLinear = false
    private(set) var isConnected = false
    private var sink: (@MainActor (Session.Event) -> Void)?
    private var events: [Session.Event] = []
    private var alarms: [UInt64: (due: Duration, body: @MainActor () -> Void)] = [:]
    private var count: UInt64 = 0
    private var now = Duration.zero

    nonisolated init() {}

    /// The host that it replaced; nil if none.
    private(set) var predecessor: FakeHost?

    func connect(
        _ send: @escaping @MainActor (Session.Event) -> Void, inPlaceOf other: (any PictureInPictureHost)?
    ) {
        sink = send
        predecessor = other as? FakeHost
        (overlay, overlays) = (predecessor?.overlay ?? overlay, predecessor?.overlays ?? overlays)
        isConnected = true
        send(.broker(.status(SlotStatus())))
        send(other == nil ? .sourceReady(isSourceReady) : .sourceReplaced(isReady: isSourceReady))
        send(.playing(true))
    }

    func automaticStartChanged() {}

    func disconnect() {
        sink = nil
        controller = nil
        isConnected = false
    }

    func perform(_ action: Session.SurfaceAction) {
        switch action {
        case .createOverlay(let request):
            overlay = request.generation
            overlays.insert(overlay)
            events.append(.surface(.overlayPrepared(generation: overlay)))
        case .showOverlay(let generation, _):
            if presentsOverlay { events.append(.surface(.overlayPresented(generation: generation))) }
        case .removeOverlay(let generation, let animated):
            if animated, !finishesAnimation { return }
            overlays.remove(generation)
            if animated { events.append(.surface(.overlayRemoved(generation: generation))) }
        case .showWindow(let generation, _): events.append(.surface(.windowPresented(generation: generation)))
        case .drawWindow(let generation, _, _): events.append(.surface(.windowDrawn(generation: generation)))
        default: break
        }
    }

    func perform(_ action: Session.PlaybackAction) { isPlaying = action == .resume }

    func send(_ request: BrokerRequest) {
        requests.append(request)
        if grants, case .start(let start) = request {
            events.append(.broker(.granted(generation: start.generation, placement: nil)))
        }
    }

    var swapFailure: PictureInPictureError?
    func requestSwap(_ completion: @escaping @MainActor (PictureInPictureError?) -> Void) { completion(swapFailure) }

    func report(_ report: Session.Report) { reports.append(report) }
    func note(_ callback: Session.Callback, _ transaction: TransactionIdentifier?) { notes += 1 }
    private(set) var restoreAnswers: [Bool] = []
    func note(restoreAnswer answer: Bool, _ transaction: TransactionIdentifier?) { restoreAnswers.append(answer) }
    private(set) var possibilities: [Bool] = []
    func note(_ snapshot: PictureInPictureSnapshot) {
        if possibilities.last ?? false != snapshot.isPossible { possibilities.append(snapshot.isPossible) }
    }
    func setRequiresLinearPlayback(_ isRequired: Bool) { isLinear = isRequired }

    func schedule(
        after delay: Duration, _ body: @escaping @MainActor () -> Void
    ) -> @MainActor () -> Void {
        count += 1
        let number = count
        alarms[number] = (now + delay, body)
        return { [weak self] in self?.alarms[number] = nil }
    }

    private var calls: [@MainActor () -> Void] = []
    func callLater(_ body: @escaping @MainActor () -> Void) { calls.append(body) }

    /// Sends an event and then all that follow now: turns the loop until nothing is left.
    func act(_ event: Session.Event? = nil) {
        if let event { sink?(event) }
        while !events.isEmpty || !calls.isEmpty {
            while !events.isEmpty { sink?(events.removeFirst()) }
            if !calls.isEmpty { calls.removeFirst()() }
        }
    }

    /// Makes the app calls that are due, as one turn of the loop does.
    func turn() {
        let due = calls
        calls = []
        for call in due { call() }
    }

    func returnButton() { act(.returnButton(generation: overlay)) }
    func closeButton() { act(.closeButton(generation: overlay)) }

    func advance(by duration: Duration) {
        act()
        let end = now + duration
        while let (number, next) = alarms.filter({ $0.value.due <= end }).min(by: { $0.value.due < $1.value.due }) {
            alarms[number] = nil
            now = next.due
            next.body()
            act()
        }
        now = end
    }

    /// Lets tasks of the main actor run, then their consequences.
    func settle() async {
        for _ in 0..<20 {
            await Task.yield()
            act()
        }
    }
}

/// Answers on which no test depends.
extension FakeHost {
    var refusal: StartError? {
        supportsPictureInPicture ? nil : StartError(PictureInPictureError.notSupported.description)
    }
    func show(_ content: VideoCallContent?, from frame: ((Size) -> Rect)?) {}
    func delegatePlayback(
        to delegate: (any PictureInPictureSampleBufferPlaybackDelegate)?, of controller: PictureInPictureController
    ) {}
    var startsFromInline: Bool? { nil }
    var persisted: (any PictureInPicturePersistable)? { nil }
    var overlayRect: Rect? { nil }
    func changeOverlay(_ command: PlayerCommand) -> Bool { false }
    func tell(_ callback: PictureInPictureSession.Callback) {}
    func noteRequest() {}
    func invalidatePlaybackState() {}
    var isUnseen: Bool { false }
    var presentationObstacle: String? { nil }
    var isSiblingMoving: Bool { false }
    var keepsWindow: Bool { false }
    var source: (rect: Rect, surface: Size)? { nil }
}
