import OrielGeometry
import OrielPlayer
import OrielSurfaces
import OrielWayland

/// Another item of the player's list is shown.
extension PlayerScene {
    /// Gives the window the item's title.
    package func retitle() {
        window?.toplevel.setTitle(title)
        refreshControls()
    }

    /// Draws the picture again, in its new gravity, aspect ratio or rotation.
    package func reform() {
        for picture in pictures { picture.setNeedsRedraw() }
        overlay.fitToPicture()
    }

    package var title: String { options.title ?? (player.isEmpty ? "Oriel" : player.title) }

    var shape: ContentFit? {
        player.currentFrame.map { ContentFit($0) }
    }
}
