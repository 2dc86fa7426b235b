import OrielControls
import OrielPlatform

/// The controls of one picture. Those that change together have a surface of their own: the time's step draws neither what
/// stands in the middle nor in the corners.
@MainActor
final class ControlsLayer {
    private let layers: [ControlsPart: SceneLayer]
    private var shown: ControlsLayout?

    init(_ picture: PictureSurface, _ stage: Stage) throws(PlatformError) {
        var layers: [ControlsPart: SceneLayer] = [:]
        for part in ControlsPart.allCases { layers[part] = try SceneLayer(picture, stage, at: .controls) }
        self.layers = layers
    }

    /// Shows them; what is as it was isn't drawn again.
    func show(_ layout: ControlsLayout) {
        let old = shown
        shown = layout
        for (part, layer) in layers {
            if let old, old.size == layout.size, old.items(of: part) == layout.items(of: part) { continue }
            if let scene = layout.scene(of: part) { layer.show(scene) } else { layer.hide() }
        }
    }

    func hide() {
        shown = nil
        for layer in layers.values { layer.hide() }
    }

    /// After the picture's role is gone.
    func finish() { for layer in layers.values { layer.finish() } }
}
