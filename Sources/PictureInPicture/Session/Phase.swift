import OrielGeometry

extension PictureInPictureSession {
    enum Phase: Hashable, Sendable {
        case idle
        /// `startWhenPossible` waits; to the outside this is idle.
        case waiting(StartWish)
        case requesting(Request)
        case starting(Start)
        case active
        case restoring(Restore)
        case stopping(Stop)
    }

    struct StartWish: Hashable, Sendable {
        var hasUserIntent: Bool
        /// How long to wait until it is possible; nil fails at once.
        var bound: Duration?
    }

    struct Request: Hashable, Sendable {
        var wish: StartWish
        var isAutomatic: Bool
        /// The user asked while an automatic start was pending: ask again, as the user, if that is refused.
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
        /// A transition that waits to hear of this end.
        var transaction: TransactionIdentifier?

        enum Step: Hashable, Sendable {
            /// Until the window is presented.
            case window
            /// Until the overlay's animation is over.
            case overlay
            /// As the swap says.
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

    /// What happens once the session is active and free to do it.
    enum Deferred: Hashable, Sendable {
        case restore(RestoreCause)
        case end(StopReason)
    }

    struct Suspensions: OptionSet, Hashable, Sendable {
        let rawValue: UInt8
        static let call = Suspensions(rawValue: 1)
        static let lock = Suspensions(rawValue: 2)
    }

    struct Overlay: Hashable, Sendable {
        let generation: UInt32
        var stage = Stage.preparing
        /// To be shown as soon as it is prepared.
        var mayShow: Bool
        /// The compositor closed it, and its output may be why.
        var isClosing = false
        /// Its output went, and it may be closed for that.
        var hasLostOutput = false
        /// It already replaces one that went with its output.
        var isSecond = false

        enum Stage: Hashable, Sendable { case preparing, prepared, committed, presented }
    }

    /// A's part of a swap.
    struct Departure: Hashable, Sendable {
        var transaction: TransactionIdentifier
        var style: SwapStyle
        var slot: Placement?
        var peer: PlayerIdentifier?
        var stage = Stage.preparing
        var permission = Permission.none
        /// The broker is gone or T_swap over: this side goes forward by what it sees.
        var isOnItsOwn = false
        /// The picture changes places with the peer's; false where this side shows an overlay of its own.
        var exchanges: Bool
        var hasExchanged = false
        var hasToldPresented = false

        enum Stage: Int, Comparable, Hashable, Sendable {
            case preparing, prepared, bound, showing, shown, settled
            static func < (left: Stage, right: Stage) -> Bool { left.rawValue < right.rawValue }
        }
    }

    /// B's part of a swap.
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
        /// The window's frame is drawn.
        var isDrawn = false
        var isForegroundTold = false
        /// A is gone before *stop*: `true` ends the session, `false` keeps it.
        var isAlone = false

        enum Stage: Int, Comparable, Hashable, Sendable {
            case restoring, restored, stopping, showing, shown, settled
            static func < (left: Stage, right: Stage) -> Bool { left.rawValue < right.rawValue }
        }
    }

    /// How far the broker lets a side go.
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

    /// The transition that this session is part of, if it knows.
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
