package import OrielGeometry

/// What the broker's link tells a session.
package enum BrokerEvent: Hashable, Sendable {
    /// The start of this generation may go on alone, at this place (nil: the session chooses).
    case granted(generation: UInt32, placement: Placement?)
    /// The start of this generation was refused.
    case denied(generation: UInt32, PictureInPictureError)
    /// A step of a transition that this session is part of.
    case command(SwapCommand, TransactionIdentifier)
    /// The slot's state as it concerns this session.
    case status(SlotStatus)
    /// A call took the slot; the session stays active, paused and hidden.
    case suspend
    /// The call is over.
    case resume
    /// The broker hung up, was silent for T_peer, or was deposed. Until the next `status` none is reachable.
    case lost
}

/// The slot as it concerns one session; sent at registration and at each change.
package struct SlotStatus: Hashable, Sendable {
    /// Nobody else holds the slot.
    package var isFree: Bool
    /// Someone else holds it but may be displaced, swapped out or suspended by this session.
    package var isDisplaceable: Bool
    /// Some session of the user's is in Picture in Picture and can be stopped.
    package var canStop: Bool
    /// The transition under way, as seen from this session.
    package var transition: Transition

    package enum Transition: String, Hashable, Sendable, CaseIterable {
        case none
        /// One of other sessions.
        case foreign
        /// This session's own, or one that it is a side of (told from the moment the pair is resolved).
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
