package import OrielGeometry

/// An event from the broker to a session.
package enum BrokerEvent: Hashable, Sendable {
    /// The start of this generation may go on alone, at this place; nil lets the session choose.
    case granted(generation: UInt32, placement: Placement?)
    /// The start of this generation was refused.
    case denied(generation: UInt32, PictureInPictureError)
    /// A step of a transition that this session takes part in.
    case command(SwapCommand, TransactionIdentifier)
    /// State of the slot for this session.
    case status(SlotStatus)
    /// A call took the slot; the session stays active, paused and hidden.
    case suspend
    /// The call has ended.
    case resume
    /// The broker hung up, did not acknowledge within T_peer, or was succeeded. None is reachable until the next
    /// `status`.
    case lost
}

/// State of the slot for one session; sent at registration and at each change.
package struct SlotStatus: Hashable, Sendable {
    /// No other session holds the slot.
    package var isFree: Bool
    /// Another session holds the slot, but this one may replace it, swap with it or suspend it.
    package var isDisplaceable: Bool
    /// A session of the user is in Picture in Picture and can be stopped.
    package var canStop: Bool
    /// The current transition, as it concerns this session.
    package var transition: Transition

    package enum Transition: String, Hashable, Sendable, CaseIterable {
        case none
        /// A transition of other sessions.
        case foreign
        /// This session's own, or one that it takes part in (as soon as both sides are known).
        case own
    }

    package init(
        isFree: Bool = true, isDisplaceable: Bool = true, canStop: Bool = false, transition: Transition = .none
    ) {
        self.isFree = isFree
        self.isDisplaceable = isDisplaceable
        self.canStop = canStop
        self.transition = transition
    }
}
