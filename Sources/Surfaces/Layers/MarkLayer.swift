import OrielControls
import OrielGeometry
import OrielPlatform

/// The mark on one overlay.
@MainActor
final class MarkLayer {
    private unowned let picture: PictureSurface
    private let layer: SceneLayer
    private var mark = OverlayMark()

    init(_ picture: PictureSurface, _ stage: Stage) throws(PlatformError) {
        self.picture = picture
        layer = try SceneLayer(picture, stage, at: .mark)
    }

    /// Shows it in the place of the one before.
    func show(_ mark: OverlayMark) {
        self.mark = mark
        if mark.isEmpty { layer.hide() } else { layOut() }
    }

    /// The picture has another size or scale.
    func layOut() {
        guard !picture.size.isEmpty, let scene = mark.scene(on: picture.size, scale: picture.scale) else { return }
        layer.show(scene)
    }

    /// After the picture's role is gone.
    func finish() { layer.finish() }
}
