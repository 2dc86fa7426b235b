/// Reason why Picture in Picture ended; passed with *didStop*.
public enum StopReason: String, Hashable, Sendable, Codable, CaseIterable {
    /// The return button, or a swap: the video went back into its window.
    case restoreRequested
    /// The user closed the overlay, or the window that was restored.
    case userClosed
    /// The app ended it: `stopPictureInPicture()` after its restore, `closePictureInPicture()` without one.
    case programmatic
    /// The medium ended and the controller stops at its end.
    case mediaEnded
    /// The delegate answered the restore with `false`, or has no restore method.
    case restoreRejected
    /// The delegate did not answer the restore in time.
    case restoreTimedOut
    /// Another app took the slot.
    case replaced
    /// Another app requested this session's end (tv profile).
    case stoppedByOtherApp
    /// An automatically started session ended because its app came to the foreground.
    case appForegrounded
    /// The compositor closed the surface.
    case surfaceClosed
    /// The source has no more frames, or a capability or permission is gone.
    case sourceLost
    /// The library could not continue.
    case failure
}

extension StopReason: CustomDebugStringConvertible {
    /// The case's name, without a module's, which an optional prints.
    public var debugDescription: String { rawValue }
}
