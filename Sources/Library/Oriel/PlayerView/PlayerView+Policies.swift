/// Values of the app's decisions about a view.
extension PlayerView {
    /// The view's reaction to the overlay's close button, a middle click on the overlay, and `oriel close`.
    public enum ClosePolicy: Hashable, Sendable {
        /// Picture in Picture ends and playback pauses, as with AVKit and by
        /// `PictureInPictureController.closePictureInPicture()`. The view stays open; if its window was hidden, the
        /// view has none until `show()`. An app with nothing else on the screen calls `show()` or `close()` in its
        /// delegate's *didStop* (`StopReason.userClosed`).
        case stays
        /// A view without a window closes after *didStop*, unless the delegate has shown it. With the last view the
        /// application ends (`Application.stopsAfterLastView`).
        case closesView
    }

    /// The view's reaction to a medium that can't be played, when no other item follows.
    public enum FailurePolicy: Hashable, Sendable {
        /// The view stays, in its window or its overlay, with the last frame or an empty one and a message on it, and
        /// logs one line. Another item or another player is shown in the view as usual.
        case stays
        /// The view closes; `Player.status` has the reason. With the last view the application ends
        /// (`Application.stopsAfterLastView`).
        case closesView
    }

    /// AVFoundation's `AVPlayerAudiovisualBackgroundPlaybackPolicy`.
    public enum AudiovisualBackgroundPlaybackPolicy: Hashable, Sendable {
        /// The system's default, which is `continuesIfPossible` here, as usual on desktops. On iOS, an app without the
        /// background audio capability pauses.
        case automatic
        /// Playback pauses when the window is no longer visible (on another workspace, minimised, wholly covered) and
        /// the view isn't in Picture in Picture nor on its way there. It resumes when the window is visible again,
        /// unless the user has paused it before or meanwhile.
        case pauses
        /// Playback continues.
        case continuesIfPossible
    }
}
