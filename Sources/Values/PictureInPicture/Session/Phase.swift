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
        var swap: Swap?
    }

    struct Restore: Hashable, Sendable {
        var token: RestoreToken
        var cause: RestoreCause
        var answer: Bool?
        var swap: Swap?
    }

    struct Stop: Hashable, Sendable {
        var reason: StopReason
        var step: Step
        var swap: Swap?
        /// A transition that waits for this end; nil if none.
        var transaction: TransactionIdentifier?

        var isWaitingForWindow: Bool { step == .window || swap?.stage == .showing }

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
}
