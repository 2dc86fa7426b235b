import OrielPictureInPicture
import OrielSurfaces

/// Taking over another scene's overlay.
extension PlayerScene {
    /// Takes the overlay over at its place. It shows the other picture until this player has one. This player's window
    /// goes when that picture was presented.
    package func takeOverlay(from other: PlayerScene, generation: UInt32) {
        guard let floating = other.floating else {
            // The overlay is hidden for now. It comes back at the same place.
            overlay.overlayPlace = other.overlay.overlayPlace ?? overlay.overlayPlace
            return
        }
        other.overlay.release()
        other.windowScene.uncover()
        overlay.adopt(floating) { [weak self] in self?.delegate?.surfaceEvent(.overlayClosed(generation: generation)) }
        onFrame { [weak self, weak floating] in
            guard let self, let floating, self.floating === floating else { return }
            self.showPicture(on: floating)
        }
    }

    private func showPicture(on floating: FloatingSurface) {
        let picture = floating.picture
        picture.player = overlay.overlayPlayer
        picture.onNextCommit { [weak self] in self?.window?.picture.freeze() }
        picture.onNextPresentation { [weak self] _ in
            guard let self, self.floating != nil else { return }
            self.perform(self.windowScene.keepsWindow ? .coverWindow : .hideWindow)
        }
        overlay.pictureShape = overlay.aspectRatio
        perform(.settleOverlay(generation: 0, into: nil))
    }
}
