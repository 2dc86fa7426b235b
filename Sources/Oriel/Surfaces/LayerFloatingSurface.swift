import OrielGeometry
import OrielWayland

/// Picture in Picture on the overlay layer (`zwlr_layer_surface_v1`): above everything, on every workspace, never focused.
@MainActor
final class LayerFloatingSurface: FloatingSurface {
    let picture: PictureSurface
    private let layer: LayerSurface
    private(set) var placement: Placement
    private(set) var shownPlacement: Placement
    let kind = PictureInPictureSurfaceKind.layerShell
    var onConfigured: () -> Void = {}
    var onClosed: () -> Void = {}
    var onCloseRequest: () -> Void = {}
    var onResized: () -> Void = {}
    private let stage: Stage
    /// While it floats, panels may come and go.
    private var probe: UsableAreaProbe?
    private var isConfigured = false
    private var isRevealed = false

    init(stage: Stage, placement: Placement) throws {
        self.stage = stage
        self.placement = placement
        shownPlacement = placement
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
        probe = output.flatMap { stage.usableAreas.probe($0) }
    }

    /// Not every compositor tells those anew that have no content.
    func renewUsableArea() {
        guard let output = picture.output else { return }
        let old = probe
        probe = stage.usableAreas.probe(output)
        old?.finish()
    }

    /// Takes the keyboard from whatever has it, or gives it back (`set_keyboard_interactivity`).
    func setTakesKeyboard(_ isTaken: Bool) {
        layer.setKeyboardInteractivity(isTaken ? .exclusive : .none)
        picture.surface.commit()
    }

    func place(_ placement: Placement) {
        self.placement = placement
        picture.animation = nil
        show(at: placement)
        picture.surface.commit()
    }

    func glide(to placement: Placement, in area: Size) {
        let beginning = picture.nextPresentation
        guard isRevealed, let glide = Glide(from: shownPlacement, to: placement, in: area, at: beginning) else {
            return place(placement)
        }
        self.placement = placement
        picture.animation = { [weak self] presentation in
            self?.show(at: glide.placement(at: presentation))
            return !glide.isOver(at: presentation)
        }
    }

    /// Takes effect with the next commit.
    private func show(at place: Placement) {
        let resized = place.size != shownPlacement.size
        shownPlacement = place
        apply(place)
        // The picture follows the hand at once; the buffer of the new size comes with the next frame.
        if resized && isConfigured { picture.resize(to: place.size) }
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
        probe?.finish()
        probe = nil
        picture.finish { layer.destroy() }
    }
}
