import OrielWindows

/// The view's behaviour when its user closes Picture in Picture, which may mean the overlay or the player.
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
}
