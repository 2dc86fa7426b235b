import OrielControls
import OrielPlatform

/// The controls of one picture. Those that change together have a surface of their own: the time's step draws neither what
/// stands in the middle nor in the corners.
@MainActor
final class ControlsLayer {
    private let layers: [ControlsPart: SceneLayer]

    init(_ picture: PictureSurface, _ stage: Stage) throws(PlatformError) {
        var layers: [ControlsPart: SceneLayer] = [:]
        for part in ControlsPart.allCases { layers[part] = try SceneLayer(picture, stage, at: .controls) }
        self.layers = layers
    }

    /// Shows them; what is as it was isn't drawn again.
    func show(_ layout: ControlsLayout) {
        for (part, layer) in layers {
            if let scene = layout.scene(of: part) { layer.show(scene) } else { layer.hide() }
        }
    }

    func hide() { for layer in layers.values { layer.hide() } }

    /// After the picture's role is gone.
    func finish() { for layer in layers.values { layer.finish() } }
}
