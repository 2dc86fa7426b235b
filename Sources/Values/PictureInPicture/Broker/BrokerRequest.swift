/// A message from a session to the broker.
package enum BrokerRequest: Hashable, Sendable {
    /// Requests the slot; answered by `BrokerEvent.granted`, `.denied` or a `prepare` with the same generation.
    case start(StartRequest)
    /// Withdraws the start of this generation, granted or not.
    case cancel(generation: UInt32)
    /// A lone session shows its overlay; *didStart* was delivered.
    case started
    /// A granted or continued start failed; *failedToStart* was delivered.
    case failed(PictureInPictureError)
    /// A lone restore began: a transition is under way, and this session can't take part in another.
    case restoring
    /// A lone restore was answered `false`, but the session stays (after `SwapCommand.continueAlone`).
    case stayed
    /// *didStop* was delivered: the slot is free.
    case ended(StopReason)
    /// `stopPictureInPicture()` of an inactive session, in the tv profile: ends the active one.
    case stopOther
    /// An answer within a transition.
    case answer(SwapAnswer, TransactionIdentifier)
    /// The controller and its surfaces are gone.
    case leave

    /// An app's request to enter Picture in Picture.
    package struct StartRequest: Hashable, Sendable {
        /// Distinguishes this start from earlier ones of the same player.
        package var generation: UInt32
        /// Started because the app went to the background. It replaces no other overlay, but a call suspends a video. A
        /// refusal isn't reported.
        package var isAutomatic: Bool
        /// Mode of the player's window; a full-screen one swaps with a holder that can restore.
        package var mode: WindowMode
        /// The session is a call: the holder is suspended, not replaced.
        package var isCall: Bool

        package init(generation: UInt32, isAutomatic: Bool = false, mode: WindowMode, isCall: Bool = false) {
            self.generation = generation
            self.isAutomatic = isAutomatic
            self.mode = mode
            self.isCall = isCall
        }
    }
}
