import Glibc
import OrielGeometry
import OrielPictureInPicture
import OrielWayland

/// Where Picture in Picture is, goes, and is taken to by hand.
extension PlayerScene {
    /// Moves the floating surface, or sets where the next one will be.
    func setPlacement(_ placement: Placement, isGliding: Bool = false) {
        self.placement = placement
        if isGliding && options.pictureInPicture.isAnimated && !desktop.reducesMotion {
            floating?.glide(to: placement, in: area)
        } else {
            floating?.place(placement)
        }
        onPlacementChange()
    }

    /// The usable area that placements refer to: what panels leave of the output, and all of it as long as that is unknown.
    var area: Size {
        guard let output = floatingOutput else { return Size(width: 1280, height: 720) }
        return desktop.stage.usableAreas.size(of: output) ?? output.state.logical.size
    }

    /// The overlay's place on its output; nil beside panels, as nobody says which edges they keep for themselves.
    var floatingRect: Rect? {
        guard let floating, floating.kind == .layerShell, let output = floatingOutput,
            desktop.stage.usableAreas.size(of: output) == output.state.logical.size
        else { return nil }
        return floating.placement.rect(in: output.state.logical.size)
    }

    private var floatingOutput: Output? {
        let output = (floating?.picture ?? window?.picture)?.surface.outputs.first
        let named = placement?.output.flatMap { name in desktop.globals.outputs.first { $0.state.name == name } }
        return named ?? output ?? desktop.globals.outputs.first
    }

    /// A panel came or went: what no longer fits is moved, unless a hand holds it.
    func usableAreaChanged() {
        guard let floating, floating.kind == .layerShell, drag == nil else { return }
        let fitting = floating.placement.refitted(aspectRatio: aspectRatio, in: area)
        if fitting != floating.placement { setPlacement(fitting) }
    }

    /// Where Picture in Picture goes: the wanted place, the last one, or the options' and the contract's default.
    func place(_ wanted: Placement?) -> Placement {
        let area = area
        var place: Placement
        if let known = wanted ?? placement {
            place = known
        } else {
            place = Placement.initial(aspectRatio: aspectRatio, in: area)
            if let size = options.pictureInPicture.size { place.size = size }
            if let corner = options.pictureInPicture.corner { place = place.moved(to: corner) }
            place.output = options.pictureInPicture.output
        }
        if place.output == nil || !desktop.globals.outputs.contains(where: { $0.state.name == place.output }) {
            place.output = naturalOutput?.state.name
        }
        return place.refitted(aspectRatio: aspectRatio, in: area)
    }

    /// The output of the window, or the only one. Where there are several the compositor knows better which one is looked
    /// at. (phoc 0.24 without a seat aborts if it is left the choice.)
    private var naturalOutput: Output? {
        let outputs = desktop.globals.outputs
        return window?.picture.surface.outputs.first ?? (outputs.count == 1 ? outputs.first : nil)
    }

    func floatingIntent(_ intent: PointerGestures.Intent, _ event: SurfaceInput.Origin) {
        guard let floating else { return }
        if let toplevel = (floating as? ToplevelFloatingSurface)?.toplevel {
            switch intent {
            case .beginMove: toplevel.move(event.seat, serial: event.serial)
            case .beginResize(let edges): toplevel.resize(event.seat, serial: event.serial, edges: edges)
            default: commonIntent(intent)
            }
            return
        }
        switch intent {
        case .beginMove, .beginResize:
            // A hand that takes hold of a gliding picture stops it.
            if floating.shownPlacement != floating.placement { setPlacement(floating.shownPlacement) }
            floating.renewUsableArea()
            if case .beginResize(let edges) = intent {
                drag = PlacementDrag(resizing: floating.placement, by: edges, in: area)
            } else {
                drag = PlacementDrag(moving: floating.placement)
            }
        case .drag(let dx, let dy):
            guard let place = drag?.move(dx: dx, dy: dy, in: area) else { return }
            setPlacement(place)
        case .endDrag:
            guard drag != nil else { return }
            drag = nil
            setPlacement(floating.placement.heldByNearestCorner(in: area))
        default: commonIntent(intent)
        }
    }

    /// A tenth smaller with each notch of the wheel downwards, and larger upwards; the corner it is held by stays.
    func resizeFloating(bySteps steps: Int) {
        guard let floating, drag == nil else { return }
        let old = floating.placement.size.width
        let factor = pow(1.1, Double(-min(max(steps, -20), 20)))
        // A step that rounding would swallow is one pixel.
        let width =
            Int((Double(old) * factor).rounded()) + (abs(Double(old) * (factor - 1)) < 0.5 ? -steps.signum() : 0)
        let place = floating.placement.resized(width: width, in: area)
        if place != floating.placement { setPlacement(place) }
    }

    private func commonIntent(_ intent: PointerGestures.Intent) {
        switch intent {
        case .doubleClick: onReturnButton()
        case .middleClick: onCloseButton()
        default: break
        }
    }
}
