import OrielControls
import OrielPlatform

/// The controls over one picture. Each `ControlsPart` has its own subsurface, so that a step of the time label doesn't
/// redraw the middle or the corners.
@MainActor
final class ControlsLayer {
    private let layers: [ControlsPart: SceneLayer]
    private var shown: ControlsLayout?

    init(_ picture: PictureSurface, _ stage: Stage) throws(PlatformError) {
        var layers: [ControlsPart: SceneLayer] = [:]
        for part in ControlsPart.allCases { layers[part] = try SceneLayer(picture, stage, at: .controls) }
        self.layers = layers
    }

    /// Shows a layout; parts that didn't change aren't redrawn.
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

    /// Destroys the subsurfaces. Call after the picture's role object is destroyed.
    func finish() { for layer in layers.values { layer.finish() } }
}
