/// State of a Picture-in-Picture session.
public enum PictureInPictureTransitionState: String, Hashable, Sendable, Codable, CaseIterable {
    /// The video is in its window, and no start is pending.
    case idle
    /// A start was requested; the session's broker has not answered.
    case requesting
    /// The video moves from its window to the overlay.
    case starting
    /// The overlay shows the video.
    case active
    /// The video moves back to its window, and the app restores its user interface.
    case restoring
    /// Picture in Picture ends without a restore.
    case stopping
}

extension PictureInPictureTransitionState: CustomDebugStringConvertible {
    /// The case's name, without a module's, which an optional prints.
    public var debugDescription: String { rawValue }
}
