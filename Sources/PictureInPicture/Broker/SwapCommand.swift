package import OrielGeometry

/// What the broker tells one side of a transition. A goes into Picture in Picture, B leaves it.
///
/// Each command belongs to a transaction; a side drops a command of a transaction that is not its own. A side that has
/// already ended by itself has said so (`SwapAnswer.failed`, `.ended`), and the broker skips its steps.
package enum SwapCommand: Hashable, Sendable {
    /// A, P1: *willStart*, make the surface, draw its frame, attach nothing. Answered by `prepared`.
    case prepare(Preparation)
    /// B, P2: foreground, restore, draw the window's frame. Answered by `restored`.
    case restore(Restoration)
    /// A, P3: the point of no return. Answered by `bound` in the same step.
    case bind
    /// B, P3: *willStop*. Answered by `stopping` in the same step.
    case stop
    /// A in P4a, B in P4b: map the new surface. Answered by `presented`.
    case show
    /// Both, P4c: the old surface may go once the new one was presented. Answered by `settled`.
    case settle
    /// A then B, P5: *didStart* and background; *didStop*. Answered by `finished`.
    case finish
    /// Rolled back. A: *failedToStart* with this error, unless *show* was obeyed. B: stays in Picture in Picture, unless
    /// *willStop* was delivered. Not answered.
    case abort(PictureInPictureError)
    /// The other side is gone or has ended: A goes on as a plain start (reports `BrokerRequest.started` or `.failed`);
    /// B goes on with its restore (`true` ends the session, `false` keeps it). Not answered by a `SwapAnswer` but
    /// by those of a session that runs alone.
    case continueAlone
    /// The holder of the slot ends without a restore (`replaced`, `stoppedByOtherApp`); one that is replaced brings its
    /// window back first. Answered by `ended`.
    case leave(StopReason)

    /// What A is told to prepare for.
    package struct Preparation: Hashable, Sendable {
        /// The start that this answers (`BrokerRequest.StartRequest.generation`), or nil where someone else asked.
        package var request: UInt32?
        package var style: SwapStyle
        /// The slot's place, which A's picture takes when it settles; nil lets A choose.
        package var slot: Placement?
        /// The side that leaves.
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

    /// What B is told to come back as.
    package struct Restoration: Hashable, Sendable {
        package var style: SwapStyle
        /// A's mode, which B takes.
        package var mode: WindowMode
        /// The xdg-activation token with which B's window activates itself.
        package var activationToken: String?
        /// The side that takes the slot.
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

/// How the two sides change places.
package enum SwapStyle: String, Hashable, Sendable, CaseIterable {
    /// Two processes (or windows the library does not own): new surfaces, then the old ones go.
    case handoff
    /// Both windows are the library's and of one process: both surfaces stay, the pictures change places in one flush.
    case inPlace
    /// The holder leaves without a restore; once A is prepared it gets `continueAlone`.
    case replace
}

/// How a player's window stands.
package enum WindowMode: Hashable, Sendable {
    /// Full screen on the output of this connector name; nil lets the compositor choose.
    case fullScreen(output: String?)
    /// A window of this size in logical pixels; nil keeps the player's own.
    case window(Size?)
}
