import OrielPictureInPicture
import OrielSurfaces

/// The overlay of another picture that becomes this one's.
extension PlayerScene {
    /// Takes it over where it is. It keeps showing the other picture until there is one of this player, whose window goes once
    /// that was seen.
    package func takeOverlay(from other: PlayerScene, generation: UInt32) {
        guard let floating = other.floating else {
            // Hidden for now: it comes back in the same place.
            overlayPlace = other.overlayPlace ?? overlayPlace
            return
        }
        other.releaseFloating()
        other.uncoverWindow()
        adopt(floating) { [weak self] in self?.delegate?.surfaceEvent(.overlayClosed(generation: generation)) }
        onFrame { [weak self, weak floating] in
            guard let self, let floating, self.floating === floating else { return }
            self.showPicture(on: floating)
        }
    }

    private func showPicture(on floating: any FloatingSurface) {
        let picture = floating.picture
        picture.player = overlayPlayer
        picture.onNextCommit { [weak self] in self?.window?.picture.freeze() }
        picture.onNextPresentation { [weak self] _ in
            guard let self, self.floating != nil else { return }
            self.perform(self.keepsWindow ? .coverWindow : .hideWindow)
        }
        overlayShape = aspectRatio
        perform(.settleOverlay(generation: 0, into: nil))
    }
}
