package import OrielGeometry

/// A command from the broker to one side of a transition. A enters Picture in Picture, B leaves it.
///
/// Each command belongs to a transaction; a side ignores commands of other transactions. A side that has ended without
/// a command has reported it (`SwapAnswer.failed`, `.ended`), and the broker skips its steps.
package enum SwapCommand: Hashable, Sendable {
    /// A, P1: deliver *willStart*, create the surface, draw its frame, attach no buffer. Answered by `prepared`.
    case prepare(Preparation)
    /// B, P2: deliver foreground, request the restore, draw the window's frame. Answered by `restored`.
    case restore(Restoration)
    /// A, P3: the point of no return. Answered by `bound` in the same step.
    case bind
    /// B, P3: deliver *willStop*. Answered by `stopping` in the same step.
    case stop
    /// A in P4a, B in P4b: map the new surface. Answered by `presented`.
    case show
    /// Both, P4c: the old surface may go once the new one is presented. Answered by `settled`.
    case settle
    /// A, then B, P5: deliver *didStart* and background; deliver *didStop*. Answered by `finished`.
    case finish
    /// Roll back. A: *failedToStart* with this error, unless it has obeyed *show*. B: stay in Picture in Picture,
    /// unless *willStop* was delivered. Not answered.
    case abort(PictureInPictureError)
    /// The other side is gone or has ended. A goes on as a plain start (reports `BrokerRequest.started` or `.failed`).
    /// B goes on with its restore (`true` ends the session, `false` keeps it). Not answered by a `SwapAnswer`, but with
    /// the requests of a lone session.
    case continueAlone
    /// The holder of the slot ends without a restore (`replaced`, `stoppedByOtherApp`); a replaced one shows its window
    /// again first. Answered by `ended`.
    case leave(StopReason)

    /// Parameters of *prepare*.
    package struct Preparation: Hashable, Sendable {
        /// The start that this answers (`BrokerRequest.StartRequest.generation`); nil if A's session didn't request it.
        package var request: UInt32?
        package var style: SwapStyle
        /// Placement of the slot, which A's overlay takes when it settles; nil lets A choose.
        package var slot: Placement?
        /// The player that leaves.
        package var peer: PlayerIdentifier?

        package init(
            request: UInt32? = nil, style: SwapStyle, slot: Placement? = nil, peer: PlayerIdentifier? = nil
        ) {
            self.request = request
            self.style = style
            self.slot = slot
            self.peer = peer
        }
    }

    /// Parameters of *restore*.
    package struct Restoration: Hashable, Sendable {
        package var style: SwapStyle
        /// A's window mode, which B takes over.
        package var mode: WindowMode
        /// xdg-activation token with which B's window is activated; nil if there is none.
        package var activationToken: String?
        /// The player that takes the slot.
        package var peer: PlayerIdentifier?

        package init(
            style: SwapStyle, mode: WindowMode, activationToken: String? = nil, peer: PlayerIdentifier? = nil
        ) {
            self.style = style
            self.mode = mode
            self.activationToken = activationToken
            self.peer = peer
        }
    }
}

/// How two players exchange their places.
package enum SwapStyle: String, Hashable, Sendable, CaseIterable {
    /// Two processes (or windows the library does not own): new surfaces appear, then the old ones go.
    case handoff
    /// Both windows belong to the library and one process: the surfaces stay, and their contents are exchanged in one
    /// flush.
    case inPlace
    /// The holder leaves without a restore; once A is prepared it gets `continueAlone`.
    case replace
}

/// Mode of a player's window.
package enum WindowMode: Hashable, Sendable {
    /// Full screen on the output with this connector name; nil lets the compositor choose.
    case fullScreen(output: String?)
    /// A window of this size in logical pixels; nil keeps its own size.
    case window(Size?)
}
