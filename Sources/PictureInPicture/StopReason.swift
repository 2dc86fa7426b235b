/// Why Picture in Picture ended; carried by *didStop*.
public enum StopReason: String, Hashable, Sendable, Codable, CaseIterable {
    /// The return button, or being swapped out: the picture went back into its window.
    case restoreRequested
    /// The user closed the picture, or the window that came back for it.
    case userClosed
    /// The app asked: `stopPictureInPicture()` after its restore, `closePictureInPicture()` without one.
    case programmatic
    /// The media ended and the controller stops at its end.
    case mediaEnded
    /// The delegate answered the restore with `false`, or has no restore method.
    case restoreRejected
    /// The delegate did not answer the restore in time.
    case restoreTimedOut
    /// Another app's picture took the slot.
    case replaced
    /// Another app asked for this session's end (tv profile).
    case stoppedByOtherApp
    /// An automatically started session ended because its app came to the foreground.
    case appForegrounded
    /// The compositor closed the surface.
    case surfaceClosed
    /// The source has no picture any more, or a capability or permission went away.
    case sourceLost
    /// The library could not go on.
    case failure
}
