import OrielGeometry

extension PictureInPictureSession {
    enum Phase: Hashable, Sendable {
        case idle
        /// `startWhenPossible` waits, or a start waits for another session of this program; reported as idle.
        case waiting(StartWish)
        case requesting(Request)
        case starting(Start)
        case active
        case restoring(Restore)
        case stopping(Stop)
    }

    struct StartWish: Hashable, Sendable {
        var hasUserIntent: Bool
        /// Maximum wait until a start is possible; nil fails at once.
        var bound: Duration?
        /// Waits only for the end of the transition that another session of this program takes part in.
        var awaitsSibling = false
    }

    struct Request: Hashable, Sendable {
        var wish: StartWish
        var isAutomatic: Bool
        /// The user requested a start while an automatic one was pending: if that is refused, request again for the
        /// user.
        var isAskedByUserToo = false
        var isResent = false
    }

    struct Start: Hashable, Sendable {
        var placement: Placement?
        var swap: Departure?
    }

    struct Restore: Hashable, Sendable {
        var token: RestoreToken
        var cause: RestoreCause
        var answer: Bool?
        var swap: Arrival?
    }

    struct Stop: Hashable, Sendable {
        var reason: StopReason
        var step: Step
        var swap: Arrival?
        /// A transition that waits for this end; nil if none.
        var transaction: TransactionIdentifier?

        enum Step: Hashable, Sendable {
            /// Waits until the window is presented.
            case window
            /// Waits until the overlay's animation has ended.
            case overlay
            /// Follows the steps of the swap.
            case swap
        }
    }

    enum RestoreCause: Hashable, Sendable {
        case returnButton, stopCall, foregrounded, reopened, swap

        var reason: StopReason {
            switch self {
            case .returnButton, .reopened, .swap: .restoreRequested
            case .stopCall: .programmatic
            case .foregrounded: .appForegrounded
            }
        }
    }

    /// An action postponed until the session is active and not in a transition.
    enum Deferred: Hashable, Sendable {
        case restore(RestoreCause)
        case end(StopReason)
    }

    struct Suspensions: OptionSet, Hashable, Sendable {
        let rawValue: UInt8
        static let call = Suspensions(rawValue: 1)
        static let lock = Suspensions(rawValue: 2)
        /// The connection to the compositor is lost. Unlike the others it doesn't pause playback.
        static let disconnection = Suspensions(rawValue: 4)
    }

    struct Overlay: Hashable, Sendable {
        let generation: UInt32
        var stage = Stage.preparing
        /// Whether to show it as soon as it is prepared.
        var mayShow: Bool
        /// The compositor closed it, perhaps because its output was removed.
        var isClosing = false
        /// Its output was removed, so it may be closed for that reason.
        var hasLostOutput = false
        /// It already replaces an overlay lost with its output.
        var isSecond = false
        /// It was lost with the connection to the compositor, and is to be made again on the next one.
        var isLost = false

        enum Stage: Hashable, Sendable { case preparing, prepared, committed, presented }
    }

    /// State of a swap for A, which enters Picture in Picture.
    struct Departure: Hashable, Sendable {
        var transaction: TransactionIdentifier
        var style: SwapStyle
        var slot: Placement?
        var peer: PlayerIdentifier?
        var stage = Stage.preparing
        var permission = Permission.none
        /// The broker is gone or T_swap has passed: this side goes forward without commands.
        var isOnItsOwn = false
        /// Whether the frames are exchanged with the peer's surface; false if this side shows an overlay of its own.
        var exchanges: Bool
        var hasExchanged = false
        var hasToldPresented = false
        /// Whether the window was hidden without a connection, before the broker has permitted it.
        var hasHiddenWindow = false

        enum Stage: Int, Comparable, Hashable, Sendable {
            case preparing, prepared, bound, showing, shown, settled
            static func < (left: Stage, right: Stage) -> Bool { left.rawValue < right.rawValue }
        }
    }

    /// State of a swap for B, which leaves Picture in Picture.
    struct Arrival: Hashable, Sendable {
        var transaction: TransactionIdentifier
        var style: SwapStyle
        var mode: WindowMode
        var activationToken: String?
        var peer: PlayerIdentifier?
        var stage = Stage.restoring
        var permission = Permission.none
        var isOnItsOwn = false
        var exchanges: Bool
        var hasExchanged = false
        /// Whether the window's frame is drawn.
        var isDrawn = false
        var isForegroundTold = false
        /// A is gone before *stop*: the answer `true` ends the session, `false` keeps it.
        var isAlone = false

        enum Stage: Int, Comparable, Hashable, Sendable {
            case restoring, restored, stopping, showing, shown, settled
            static func < (left: Stage, right: Stage) -> Bool { left.rawValue < right.rawValue }
        }
    }

    /// Last step that the broker has permitted to a side.
    enum Permission: Int, Comparable, Hashable, Sendable {
        case none, settle, finish
        static func < (left: Permission, right: Permission) -> Bool { left.rawValue < right.rawValue }
    }

    var departure: Departure? {
        guard case .starting(let start) = phase else { return nil }
        return start.swap
    }

    var arrival: Arrival? {
        switch phase {
        case .restoring(let restore): restore.swap
        case .stopping(let stop): stop.swap
        default: nil
        }
    }

    /// The transition that this session takes part in; nil if none is known.
    package var transaction: TransactionIdentifier? {
        if let departure { return departure.transaction }
        if let arrival { return arrival.transaction }
        guard case .stopping(let stop) = phase else { return nil }
        return stop.transaction
    }

    mutating func setDeparture(_ departure: Departure?) {
        guard case .starting(var start) = phase else { return }
        start.swap = departure
        phase = .starting(start)
    }

    mutating func setArrival(_ arrival: Arrival?) {
        switch phase {
        case .restoring(var restore):
            restore.swap = arrival
            phase = .restoring(restore)
        case .stopping(var stop):
            stop.swap = arrival
            phase = .stopping(stop)
        default: break
        }
    }
}
