import OrielPictureInPicture
import OrielWindows

/// The end of Picture in Picture by its user, who may mean the picture or the player.
extension PlayerView {
    /// The consequence of the overlay's close button, its middle click, and `oriel close` for the view.
    public enum ClosePolicy: Hashable, Sendable {
        /// Picture in Picture ends and playback pauses, as with AVKit and by `PictureInPictureController.closePictureInPicture()`. The view
        /// stays open; where its window had gone with the picture it has none until `show()`. An app with nothing else on the screen
        /// calls that or `close()` in its delegate's *didStop* (`StopReason.userClosed`).
        case stays
        /// A view without a window closes after its *didStop*, unless the delegate showed it; with the last view the application ends
        /// (`Application.stopsAfterLastView`).
        case closesView
    }

    /// The user closed Picture in Picture, and the delegate was told.
    func closedByUser() {
        guard pictureInPictureClosePolicy == .closesView else { return }
        _ = schedule(after: .zero) { [weak self] in self?.closeIfHidden() }
    }

    private func closeIfHidden() {
        guard !scene.windowScene.hasAppWindow, state.standing.report?.state ?? .idle == .idle, scene.window == nil,
            scene.floating == nil
        else { return }
        close()
    }
}
