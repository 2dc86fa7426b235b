extension PictureInPictureSession {
    /// What a link tells a new broker: what this session really shows.
    package var report: Report {
        Report(
            state: state, isSuspended: !suspensions.isEmpty, isCall: settings.isCall, canRestore: settings.canRestore,
            isReady: world.isSupported && world.isSourceReady && !world.isLocked,
            mode: isActive ? modeAtStart : world.windowMode, transaction: transaction)
    }

    /// What a session shows, for its registration.
    package struct Report: Hashable, Sendable {
        package var state: PictureInPictureTransitionState
        package var isSuspended: Bool
        package var isCall: Bool
        package var canRestore: Bool
        /// It could start: a surface, a picture and an unlocked session are there.
        package var isReady: Bool
        package var mode: WindowMode
        /// The transition that it is still part of.
        package var transaction: TransactionIdentifier?
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
    package var isWaitingToStart: Bool {
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
    package var snapshot: PictureInPictureSnapshot {
        var result = PictureInPictureSnapshot()
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
