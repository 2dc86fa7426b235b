import OrielGeometry
import OrielPictureInPicture
import OrielPlatform
import OrielPlayer
import OrielRemoteControl
import OrielSceneHandoff
import OrielWindows

/// A view's place among the players of its user's session: its name, its reports to the broker, and the broker's news.
@MainActor
final class SessionPlayer {
    /// The view; another one when it succeeds the first.
    unowned var host: any SessionPlayerHost
    /// The requested name; the broker makes it unique.
    private let wish: PlayerIdentifier
    /// nil before `register`, and once the view is closed.
    private var registration: RegisteredPlayer?
    /// The slot's status as the present broker said last; nil if unknown.
    private(set) var slot: SlotStatus?
    /// Whether the broker knows a view to swap with.
    private(set) var isOfferedSwap = false
    /// Whether Picture in Picture was possible when `oriel watch` was told last.
    private var isPossible = false
    /// The user's commands that are not answered yet.
    var commands = PendingCommands()
    /// Whether the view's window has keyboard focus.
    private(set) var isFocused = false
    private var focusTime: Duration?
    /// The monotonic time at which the process received the key or message that the present transition comes from.
    private var requestTime: Duration?

    init(_ host: any SessionPlayerHost) {
        self.host = host
        wish = PlayerIdentifier(rawValue: host.scene.identifier)
    }

    var identifier: PlayerIdentifier { registration?.identifier ?? wish }

    /// Whether the view takes part in the session's present transition, as far as the broker has said.
    var isMoving: Bool { slot?.transition == .own }

    // MARK: Registration

    func register() { registration = host.application.broker.register(identifier, handlers: self) }

    /// Leaves the session and registers again under the same name, without Picture in Picture.
    func registerAnew() {
        guard let registration, !host.isClosed, !host.application.isClosed else { return }
        registration.unregister()
        slot = nil
        register()
    }

    func unregister() {
        registration?.unregister()
        registration = nil
    }

    /// Exchanges the places in the session with another view's, names included.
    func exchange(with other: SessionPlayer) {
        (registration, other.registration) = (other.registration, registration)
        registration?.handlers = self
        other.registration?.handlers = other
        let (scene, others) = (host.scene, other.host.scene)
        (scene.identifier, others.identifier) = (others.identifier, scene.identifier)
        (slot, other.slot) = (other.slot, slot)
        (isOfferedSwap, other.isOfferedSwap) = (other.isOfferedSwap, isOfferedSwap)
        (scene.overlay.neighbours, others.overlay.neighbours) = (others.overlay.neighbours, scene.overlay.neighbours)
        let (gain, othersGain) = (scene.player.sound?.gain ?? 1, others.player.sound?.gain ?? 1)
        scene.player.setGain(othersGain)
        others.player.setGain(gain)
    }

    // MARK: Reports and requests

    /// Marks the report to the broker as possibly changed.
    func reportChanged() { registration?.reportChanged() }

    func noteFocus(_ isFocused: Bool) {
        self.isFocused = isFocused
        if isFocused { focusTime = MonotonicClock.now }
        reportChanged()
    }

    /// Sends a request of the controller's session.
    func send(_ request: BrokerRequest) { registration?.send(request) }

    /// Requests a swap with this player as a side.
    /// - Parameter completion: called with nil once both sides are in place, or with the reason of the failure.
    func requestSwap(activationToken: String? = nil, _ completion: @escaping @MainActor (CommandFailure?) -> Void) {
        guard let registration else { return completion(.refused(.notPossible)) }
        registration.requestSwap(activationToken: activationToken) { failure in
            MainActor.assumeIsolated { completion(failure) }
        }
    }

    // MARK: Commands

    /// Calls the replies of the commands that a callback completes.
    func complete(_ callback: PictureInPictureSession.Callback) {
        switch callback {
        case .didStart: finish(.started, nil)
        case .failedToStart(let error): finish(.started, .refused(error))
        case .didStop(.restoreRejected): finish(.stopped, .refused(.restoreRejected))
        case .didStop(.restoreTimedOut): finish(.stopped, .refused(.restoreTimedOut))
        case .didStop: finish(.stopped, nil)
        case .cancelRestore: finish(.stopped, .refused(.cancelled))
        default: break
        }
    }

    /// Calls the replies of the commands that wait for a goal.
    func finish(_ goal: CommandGoal, _ failure: CommandFailure?) {
        for reply in commands.take(goal) { reply(failure) }
    }

    // MARK: Latency

    /// Notes that the process received the user's request for a transition.
    func noteRequest() { requestTime = MonotonicClock.now }

    /// Publishes the first presentation of a surface, with the time since the request, in milliseconds.
    func publishPresentation() {
        let latency: HandoffEvent.Field? = requestTime.map {
            .init("latency_ms", .number(Double((MonotonicClock.now - $0).nanoseconds) / 1e6))
        }
        requestTime = nil
        publish(.presented, latency.map { [$0] } ?? [])
    }

    // MARK: Events

    /// Publishes an event for `oriel watch`.
    func publish(
        _ name: HandoffEvent.Name, _ fields: [HandoffEvent.Field] = [], transaction: TransactionIdentifier? = nil
    ) {
        registration?.publish(HandoffEvent(name, at: MonotonicClock.now, transaction: transaction, fields: fields))
    }

    /// Publishes whether Picture in Picture is possible, if that has changed.
    func publish(isPossible: Bool) {
        guard isPossible != self.isPossible else { return }
        self.isPossible = isPossible
        publish(.possible, [.init("possible", .bool(isPossible))])
    }
}

/// The broker's news, whichever name the session gave the view.
extension SessionPlayer: @MainActor PlayerHandlers {
    var report: PlayerReport {
        let scene = host.scene
        return PlayerReport(
            host.transition, window: scene.windowScene.windowMode,
            placement: scene.floating == nil ? nil : scene.overlay.placement,
            focusTime: focusTime, isAudible: scene.player.wantsToBeHeard, ownsWindow: !scene.windowScene.hasAppWindow)
    }

    var snapshot: [UInt8] { status.snapshot }

    func receive(_ event: BrokerEvent) {
        switch event {
        case .status(let status): slot = status
        case .lost: (slot, isOfferedSwap) = (nil, false)
        case .command(.prepare, _), .command(.restore, _): if requestTime == nil { noteRequest() }
        default: break
        }
        host.send(.broker(event))
    }

    func perform(_ command: PlayerCommand, reply: @escaping (CommandFailure?) -> Void) {
        host.perform(command) { [weak self] failure in
            self?.host.scene.windowScene.returnToken = nil
            reply(failure)
        }
    }

    func setGain(_ gain: Double) { host.scene.player.setGain(gain) }
    func expectWindow(_ mode: WindowMode) { host.scene.windowScene.expectWindow(mode) }

    func offerSwap(_ isOffered: Bool) {
        isOfferedSwap = isOffered
        host.scene.refreshControls()
    }

    func setNeighbours(_ places: [Placement]) { host.scene.overlay.neighbours = places }
    func setRaiseToken(_ token: String) { host.scene.windowScene.returnToken = token }
    func identified(as name: PlayerIdentifier) { host.scene.identifier = name.rawValue }
}
