import OrielGeometry
import OrielWayland

/// Picture in Picture on the overlay layer (`zwlr_layer_surface_v1`): above everything, on every workspace, never focused.
@MainActor
final class LayerFloatingSurface: FloatingSurface {
    let picture: PictureSurface
    private let layer: LayerSurface
    private(set) var placement: Placement
    let kind = PictureInPictureSurfaceKind.layerShell
    var onConfigured: () -> Void = {}
    var onClosed: () -> Void = {}
    private var isConfigured = false
    private var isRevealed = false

    init(stage: Stage, placement: Placement) throws {
        self.placement = placement
        let surface = Surface(stage.globals)
        let output = placement.output.flatMap { name in stage.globals.outputs.first { $0.state.name == name } }
        guard let layer = LayerSurface(surface, layer: .overlay, namespace: "oriel", output: output) else {
            throw StartError("this compositor has no layer-shell")
        }
        self.layer = layer
        picture = PictureSurface(surface, stage: stage)
        layer.setKeyboardInteractivity(.none)
        layer.setExclusiveZone(0)
        apply(placement)
        layer.onConfigure = { [weak self] size in self?.configured(size) }
        layer.onClosed = { [weak self] in self?.onClosed() }
        surface.commit()
    }

    func place(_ placement: Placement) {
        let resized = placement.size != self.placement.size
        self.placement = placement
        apply(placement)
        if resized && isConfigured {
            // The picture follows the hand at once; the buffer of the new size comes with the next frame.
            picture.resize(to: placement.size)
        }
        picture.surface.commit()
    }

    private func apply(_ placement: Placement) {
        layer.setSize(placement.size)
        layer.setAnchor([placement.corner.isTop ? .top : .bottom, placement.corner.isLeft ? .left : .right])
        layer.setMargin(placement.margins)
    }

    private func configured(_ size: Size) {
        picture.resize(to: size.isEmpty ? placement.size : size)
        picture.setNeedsRedraw()
        let first = !isConfigured
        isConfigured = true
        if isRevealed { picture.isShowing = true }
        if first { onConfigured() }
    }

    func reveal() {
        isRevealed = true
        if isConfigured { picture.isShowing = true }
    }

    func finish() {
        picture.finish { layer.destroy() }
    }
}
