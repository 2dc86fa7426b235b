extension PictureInPictureSession {
    /// The session's state for its registration with a new broker.
    package var report: Report {
        Report(
            state: state, isSuspended: suspension.pauses, isCall: settings.isCall,
            canRestore: settings.canRestore,
            isReady: world.isSupported && world.isSourceReady && !world.isDark,
            mode: isActive ? modeAtStart : world.windowMode, transaction: transaction)
    }

    /// A session's state for its registration.
    package struct Report: Hashable, Sendable {
        package var state: PictureInPictureTransitionState
        package var isSuspended: Bool
        package var isCall: Bool
        package var canRestore: Bool
        /// Whether it could start: surface and frame are available and the desktop session is unlocked.
        package var isReady: Bool
        package var mode: WindowMode
        /// The transition that it still takes part in; nil if none.
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

    /// True if `startWhenPossible` waits, or a start waits for the end of the current session.
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

    /// Reason why a start would fail now; nil if it may be requested.
    var impossibility: PictureInPictureError? {
        if !world.isSupported { return .notSupported }
        if world.isBrokerReachable, world.slot.transition == .foreign { return .transitionInProgress }
        guard world.isBrokerReachable, world.isSourceReady, !world.isDark else { return .notPossible }
        return world.slot.isFree || world.slot.isDisplaceable ? nil : .notPossible
    }

    private var isPossible: Bool {
        guard impossibility == nil, world.slot.transition == .none else { return false }
        switch phase {
        case .idle, .waiting, .active: return true
        case .requesting, .starting, .restoring, .stopping: return false
        }
    }

    /// The current observable properties.
    package var snapshot: PictureInPictureSnapshot {
        var result = PictureInPictureSnapshot()
        result.revision = counters.revision
        result.state = state
        result.isPossible = isPossible
        result.isActive = isActive
        result.isSuspended = isActive && !suspension.isEmpty
        result.isStashed = isStashed
        result.canStop = isActive || (world.isBrokerReachable && world.slot.canStop)
        result.isAutomatic = isAutomatic
        result.isBackground = isBackground
        return result
    }
}
