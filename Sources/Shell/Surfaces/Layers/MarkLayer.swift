import OrielControls
import OrielGeometry
import OrielPlatform

/// The mark over one overlay's picture, which shows the overlay's state.
@MainActor
final class MarkLayer {
    private unowned let picture: PictureSurface
    private let layer: SceneLayer
    private var mark = OverlayMark()

    init(_ picture: PictureSurface, _ stage: Stage) throws(PlatformError) {
        self.picture = picture
        layer = try SceneLayer(picture, stage, at: .mark)
    }

    /// Shows a mark in place of the previous one; an empty mark shows nothing.
    func show(_ mark: OverlayMark) {
        self.mark = mark
        if mark.isEmpty { layer.hide() } else { layOut() }
    }

    /// The padlock's area in pixels; nil without one.
    var padlock: Rect? { mark.padlock(on: picture.size, scale: picture.scale) }

    /// Draws the mark again after the picture's size or scale has changed.
    func layOut() {
        guard !picture.size.isEmpty, let scene = mark.scene(on: picture.size, scale: picture.scale) else { return }
        layer.show(scene)
    }

    /// Destroys the subsurface. Call after the picture's role object is destroyed.
    func finish() { layer.finish() }
}
