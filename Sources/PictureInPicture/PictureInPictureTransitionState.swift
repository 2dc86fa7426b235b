/// Where a session of Picture in Picture stands.
public enum PictureInPictureTransitionState: String, Hashable, Sendable, Codable, CaseIterable {
    /// The picture is in its window, and nothing was asked.
    case idle
    /// A start was asked for; the session's broker has not answered.
    case requesting
    /// The picture moves out of its window.
    case starting
    /// The picture floats.
    case active
    /// The picture moves back, and the app restores its user interface.
    case restoring
    /// Picture in Picture ends without a way back.
    case stopping
}
