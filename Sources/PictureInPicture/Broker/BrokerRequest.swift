/// What a session tells the broker.
package enum BrokerRequest: Hashable, Sendable {
    /// Asks for the slot; answered by `BrokerEvent.granted`, `.denied` or a `prepare` that names the same generation.
    case start(StartRequest)
    /// Withdraws the start of this generation, granted or not.
    case cancel(generation: UInt32)
    /// A lone session shows its picture; *didStart* was delivered.
    case started
    /// A granted (or continued) start came to nothing; *failedToStart* was delivered.
    case failed(PictureInPictureError)
    /// A lone restore began: a transition is under way, and this session is no partner for another.
    case restoring
    /// A lone restore was answered `false` but the session stays (after `SwapCommand.continueAlone`).
    case stayed
    /// *didStop* was delivered: the slot is free.
    case ended(StopReason)
    /// `stopPictureInPicture()` of a session that is not active, in the tv profile: ends the session that is.
    case stopOther
    /// An answer within a transition.
    case answer(SwapAnswer, TransactionIdentifier)
    /// The controller is gone; its surfaces are, too.
    case leave

    /// One app's wish to float.
    package struct StartRequest: Hashable, Sendable {
        /// Tells this start from earlier ones of the same player.
        package var generation: UInt32
        /// By the app going to the background. Displaces no other picture, but a call suspends a film; its refusal is silent.
        package var isAutomatic: Bool
        /// The player's present window; a full-screen one swaps with a holder that can restore.
        package var mode: WindowMode
        /// A call: the holder is suspended, not replaced.
        package var isCall: Bool

        package init(generation: UInt32, isAutomatic: Bool = false, mode: WindowMode, isCall: Bool = false) {
            self.generation = generation
            self.isAutomatic = isAutomatic
            self.mode = mode
            self.isCall = isCall
        }
    }
}
