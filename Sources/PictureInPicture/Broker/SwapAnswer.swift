/// What a side of a transition tells the broker about it.
package enum SwapAnswer: Hashable, Sendable {
    /// A: the surface is configured and its frame drawn, nothing attached.
    case prepared
    /// B: the delegate's answer; `true` only with the window's frame drawn. Sent once.
    case restored(Bool)
    /// A passed its point of no return.
    case bound
    /// B passed its point of no return: *willStop* was delivered.
    case stopping
    /// The new surface's real frame was presented, or T_present passed since its commit.
    case presented
    /// The old surface is unmapped.
    case settled
    /// A: *didStart* (and background) was delivered. B: *didStop* was.
    case finished
    /// B's Picture-in-Picture surface was closed while its delegate has not answered; `restored` still follows, and its
    /// `false`, like any roll-back, ends B with `ended(.surfaceClosed)`.
    case surfaceLost
    /// A: *failedToStart* with this error was delivered (or, before *willStart*, the preparation was refused without a
    /// callback). B: rolled back by itself for this reason and stays in Picture in Picture.
    case failed(PictureInPictureError)
    /// *didStop* with this reason was delivered outside the table's order; this side takes no further part.
    case ended(StopReason)
}
