/// Where a session stands.
public enum PictureInPictureTransitionState: String, Hashable, Sendable, Codable, CaseIterable {
    case idle, requesting, starting, active, restoring, stopping
}

extension PictureInPictureSession {
    /// The observable properties at one moment.
    public struct Snapshot: Hashable, Sendable {
        /// Grows by one with each change.
        public var revision: UInt64 = 0
        public var state = PictureInPictureTransitionState.idle
        public var isPossible = false
        public var isActive = false
        public var isSuspended = false
        public var isStashed = false
        /// Some picture of the user's session can be stopped.
        public var canStop = false
        /// The session began by the app going to the background.
        public var isAutomatic = false
        /// The app's window went away with a swap.
        public var isBackground = false

        public init() {}
    }

    /// What a link tells a new broker: what this session really shows.
    public var report: Report {
        Report(
            state: state, isSuspended: !suspensions.isEmpty, isCall: settings.isCall, canRestore: settings.canRestore,
            isReady: world.isSupported && world.isSourceReady && !world.isLocked,
            mode: isActive ? modeAtStart : world.windowMode, transaction: transaction)
    }

    /// What a session shows, for its registration.
    public struct Report: Hashable, Sendable {
        public var state: PictureInPictureTransitionState
        public var isSuspended: Bool
        public var isCall: Bool
        public var canRestore: Bool
        /// It could start: a surface, a picture and an unlocked session are there.
        public var isReady: Bool
        public var mode: WindowMode
        /// The transition that it is still part of.
        public var transaction: TransactionIdentifier?
    }

    var state: PictureInPictureTransitionState {
        switch phase {
        case .idle, .waiting: .idle
        case .requesting: .requesting
        case .starting: .starting
        case .active: .active
        case .restoring: .restoring
        case .stopping: .stopping
        }
    }

    /// `startWhenPossible` waits, or a start waits for the end of the present session.
    public var isWaitingToStart: Bool {
        if case .waiting = phase { return true }
        return queuedStart != nil
    }

    var isActive: Bool {
        switch phase {
        case .active, .restoring, .stopping: true
        case .idle, .waiting, .requesting, .starting: false
        }
    }

    /// Why a start would fail now; nil where it may be asked for.
    var impossibility: PictureInPictureError? {
        if !world.isSupported { return .notSupported }
        if world.isBrokerReachable, world.slot.transition == .foreign { return .transitionInProgress }
        guard world.isBrokerReachable, world.isSourceReady, !world.isLocked else { return .notPossible }
        return world.slot.isFree || world.slot.isDisplaceable ? nil : .notPossible
    }

    private var isPossible: Bool {
        guard impossibility == nil, world.slot.transition == .none else { return false }
        switch phase {
        case .idle, .waiting, .active: return true
        case .requesting, .starting, .restoring, .stopping: return false
        }
    }

    /// The observable properties now.
    public var snapshot: Snapshot {
        var result = Snapshot()
        result.revision = counters.revision
        result.state = state
        result.isPossible = isPossible
        result.isActive = isActive
        result.isSuspended = isActive && !suspensions.isEmpty
        result.isStashed = isStashed
        result.canStop = isActive || (world.isBrokerReachable && world.slot.canStop)
        result.isAutomatic = isAutomatic
        result.isBackground = isBackground
        return result
    }
}
