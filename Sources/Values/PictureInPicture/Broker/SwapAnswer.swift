/// An answer of one side of a transition to the broker.
package enum SwapAnswer: Hashable, Sendable {
    /// A: the surface is configured and its frame drawn; no buffer is attached.
    case prepared
    /// B: the delegate's answer; `true` only once the window's frame is drawn. Sent once.
    case restored(Bool)
    /// A passed its point of no return.
    case bound
    /// B passed its point of no return: *willStop* was delivered.
    case stopping
    /// A real frame of the new surface was presented, or T_present passed since its commit.
    case presented
    /// The old surface is unmapped.
    case settled
    /// A: *didStart* (and background) was delivered. B: *didStop* was delivered.
    case finished
    /// B's Picture-in-Picture surface was closed before its delegate answered. `restored` still follows; its `false`
    /// and any roll-back end B with `ended(.surfaceClosed)`.
    case surfaceLost
    /// A: *failedToStart* with this error was delivered (or, before *willStart*, the preparation was refused without a
    /// callback). B: rolled back for this reason without a command, and stays in Picture in Picture.
    case failed(PictureInPictureError)
    /// *didStop* with this reason was delivered out of order; this side takes no further part.
    case ended(StopReason)
}
