/// Reason why Picture in Picture did not start; passed with *failedToStart*.
public enum PictureInPictureError: String, Error, Hashable, Sendable, Codable, CaseIterable {
    /// The compositor offers no suitable surface, or the app allows no Picture in Picture.
    case notSupported
    /// `isPictureInPicturePossible` was false.
    case notPossible
    /// The app is not in the foreground and the user did not request it.
    case notForeground
    /// Another transition is under way.
    case transitionInProgress
    /// No frame was presented in time.
    case firstFrameTimeout
    /// The compositor closed the surface.
    case surfaceClosed
    /// Cancelled by `stopPictureInPicture()`, `closePictureInPicture()`, Esc or the lock of the session.
    case cancelled
    /// The other app's delegate answered the restore with `false`.
    case restoreRejected
    /// The other app did not answer the restore, or did not draw its window, in time.
    case restoreTimedOut
    /// The other app's process ended.
    case peerTerminated
    /// The other app does not answer.
    case peerUnresponsive
    /// The session's broker is gone or does not answer.
    case brokerLost
    /// The source no longer has a frame to show.
    case sourceNotReady

    /// AVKit's error code, the same for all reasons.
    public var code: Code { .pictureInPictureStartFailed }

    /// Codes as in AVKit's `AVKitErrorDomain`.
    public enum Code: Int, Hashable, Sendable, Codable {
        /// Picture in Picture did not start.
        case pictureInPictureStartFailed = -1001
    }
}

extension PictureInPictureError: CustomStringConvertible {
    /// The reason as one sentence, without a full stop.
    public var description: String {
        switch self {
        case .notSupported: "the compositor has no surface for Picture in Picture, or the app allows none"
        case .notPossible: "Picture in Picture is not possible now"
        case .notForeground: "the app is not in the foreground and the user did not ask for Picture in Picture"
        case .transitionInProgress: "another Picture-in-Picture transition is under way"
        case .firstFrameTimeout: "no picture came on screen in time"
        case .surfaceClosed: "the compositor closed the Picture-in-Picture surface"
        case .cancelled: "the start was cancelled"
        case .restoreRejected: "the other app did not take its picture back"
        case .restoreTimedOut: "the other app did not restore its window in time"
        case .peerTerminated: "the other app ended"
        case .peerUnresponsive: "the other app does not answer"
        case .brokerLost: "the session's broker is gone or does not answer"
        case .sourceNotReady: "the source has no picture to show"
        }
    }
}
