import OrielGeometry
import OrielPlayer
import OrielText

/// The page of a medium that has only sound.
extension SurfaceStack {
    /// Area of the cover of a medium that has only sound, in logical pixels of the surface; nil if the picture takes
    /// all of it.
    var coverPart: Rect? { page?.cover }

    /// The page of the present medium; nil if it has a picture, and before its first frame.
    private var page: SoundPage? {
        guard let credits = picture.player?.credits, let frame = picture.frame, !picture.size.isEmpty else {
            return nil
        }
        let (size, scale, textScale) = (picture.size, picture.scale, picture.textScale())
        return isOverlay
            ? SoundPage(overlay: credits, on: size, scale: scale, textScale: textScale)
            : SoundPage(credits, ContentFit(frame), on: size, scale: scale, textScale: textScale)
    }

    /// Shows the page's texts, or hides them with the picture's next commit: over a film, while an animation moves the
    /// picture, and in an overlay under its controls.
    func showPage() {
        let isHidden = isFinished || picture.drawnPart != nil || isOverlay && coveredHeight > 0
        guard !isHidden, let page, !page.scene.items.isEmpty else { return hide(.page, withPicture: true) }
        layer(.page).show(page.scene)
    }
}
