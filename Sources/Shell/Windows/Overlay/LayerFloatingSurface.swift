import OrielGeometry
import OrielPlayer
import OrielSurfaces
import OrielWayland

/// An overlay on the overlay layer (`zwlr_layer_surface_v1`): above all windows, on every workspace, without focus
/// unless it takes the keyboard.
@MainActor
final class LayerFloatingSurface: FloatingSurface {
    private let layer: LayerSurface
    private var shown: Placement
    /// Measures the usable area for as long as the overlay exists, because panels may appear and disappear.
    private var probe: UsableAreaProbe?
    /// Requested sizes that no configure has answered yet.
    private var askedSizes: [Size] = []
    /// The overlay was stopped in mid-motion by `hold`.
    private var isHeld = false
    /// Opacity of the picture when no fade runs; nil outside of fades.
    private var wholeOpacity: Double?

    /// - Parameter start: the area from which it glides into its place once it is visible, and the size of the area
    ///   that both refer to.
    init(stage: Stage, placement: Placement, from start: (rect: Rect, area: Size)? = nil) throws {
        shown =
            start.map { Placement(rect: $0.rect, holding: placement.corner, in: $0.area, output: placement.output) }
            ?? placement
        let surface = Surface(stage.globals)
        let output = stage.globals.output(named: placement.output)
        guard let layer = LayerSurface(surface, namespace: "oriel", output: output) else {
            throw StartError("this compositor has no layer-shell")
        }
        self.layer = layer
        super.init(
            surface, on: stage, .layerShell, at: placement, popupParent: layer.popupParent, destroyRole: layer.destroy)
        layer.setKeyboardInteractivity(.none)
        layer.setExclusiveZone(0)
        apply(shown)
        layer.onConfigure = { [weak self] size in self?.configured(size) }
        layer.onClosed = { [weak self] in self?.onClosed() }
        surface.commit()
        probe = output.flatMap { stage.usableAreas.probe($0) }
        if let start {
            travel(to: placement, drawnAt: Self.entranceSize(from: start.rect.size, to: placement.size), in: start.area)
        }
    }

    override var shownPlacement: Placement { shown }
    override var canMove: Bool { true }
    override var canTakeKeyboard: Bool { true }
    override var knowsOnDemandKeyboard: Bool { layer.hasOnDemandKeyboard }

    /// Replaces the probe, because not every compositor configures surfaces without content again.
    override func renewUsableArea() {
        guard let output = picture.output else { return }
        let old = probe
        probe = picture.stage.usableAreas.probe(output)
        old?.finish()
    }

    override func setKeyboard(_ interactivity: KeyboardClaim.Interactivity) {
        layer.setKeyboardInteractivity(interactivity)
        picture.surface.commit()
    }

    override func place(_ placement: Placement) {
        self.placement = placement
        endAnimation()
        show(at: placement)
        picture.surface.commit()
    }

    override func glide(to placement: Placement, in area: Size) {
        let now = picture.nextPresentation
        guard isRevealed, Glide(from: shown, to: placement, in: area, at: now) != nil else {
            return place(placement)
        }
        self.placement = placement
        endAnimation()
        travel(to: placement, drawnAt: placement.size, in: area)
    }

    /// Size to draw for while the overlay comes from a larger place, in logical pixels. The compositor scales it up to
    /// twice that size, and the first frame takes hardly longer to draw than without the motion.
    static func entranceSize(from start: Size, to end: Size) -> Size {
        let scale = min(2, Double(start.width) / Double(max(1, end.width)))
        return Size(
            width: max(1, Int((Double(end.width) * scale).rounded())),
            height: max(1, Int((Double(end.height) * scale).rounded())))
    }

    /// Animates the overlay from its present placement to `end`. All frames are drawn for one size, and the compositor
    /// scales them to the size of each step.
    private func travel(to end: Placement, drawnAt size: Size, in area: Size) {
        let start = shown
        if picture.stage.globals.hasViewporter { picture.drawnSize = size }
        var glide: Glide?
        var hasLeft = false
        picture.animation = { [weak self] presentation in
            guard let self else { return false }
            // The motion begins with the first presented frame, however late that is, and after the window has hidden
            // the picture. Once it has begun, a window that appears doesn't stop it.
            if glide == nil || !self.picture.hasContent || !hasLeft && self.waits() {
                glide = Glide(from: start, to: end, in: area, at: presentation)
            } else {
                hasLeft = true
            }
            self.show(at: glide?.placement(at: presentation) ?? end)
            let isOver = glide?.isOver(at: presentation) ?? true
            if isOver { self.picture.drawnSize = nil }
            return !isOver
        }
    }

    /// Stops an overlay in mid-motion, because a window takes its picture over from there.
    override func hold() {
        guard picture.animation != nil else { return }
        picture.animation = nil
        isHeld = true
    }

    /// Moves an overlay that was stopped to its place, because that window is gone.
    override func letGo() {
        guard isHeld else { return }
        isHeld = false
        picture.drawnSize = nil
        show(at: placement)
    }

    override func setOpacity(_ opacity: Double, fades: Bool) {
        guard fades, isRevealed, picture.animation == nil || wholeOpacity != nil, picture.stage.globals.hasOpacity
        else {
            if wholeOpacity != nil { wholeOpacity = opacity } else { picture.opacity = opacity }
            return picture.setNeedsRedraw()
        }
        // From where an earlier fade is now.
        let start = picture.opacity
        (picture.animation, wholeOpacity) = (nil, nil)
        picture.opacity = opacity
        fade(from: start / max(opacity, 0.01), to: 1) {}
    }

    override func fade(from start: Double, to end: Double, _ done: @escaping () -> Void) {
        endAnimation()
        let whole = picture.opacity
        guard picture.stage.globals.hasOpacity else { return done() }
        wholeOpacity = whole
        picture.opacity = min(1, whole * start)
        var motion: Motion?
        let nowhere = Rect(origin: .zero, size: .zero)
        picture.animation = { [weak self] presentation in
            guard let self else { return false }
            if motion == nil || !self.picture.hasContent {
                motion = Motion(from: nowhere, to: nowhere, at: presentation)
            }
            let share = motion?.share(at: presentation) ?? 1
            self.picture.opacity = min(1, whole * (start + (end - start) * share))
            guard share >= 1 else { return true }
            self.wholeOpacity = nil
            done()
            return false
        }
    }

    /// Ends a motion or fade and restores the usual drawing size and opacity.
    private func endAnimation() {
        picture.animation = nil
        picture.drawnSize = nil
        if let wholeOpacity { picture.opacity = wholeOpacity }
        wholeOpacity = nil
    }

    /// Sets the surface's placement; takes effect with the next commit.
    private func show(at place: Placement) {
        let resized = place.size != shown.size
        shown = place
        apply(place)
        // The surface follows the pointer at once; a buffer of the new size comes with the next frame.
        if resized && isConfigured { picture.resize(to: place.size) }
    }

    private func apply(_ placement: Placement) {
        if askedSizes.last != placement.size { askedSizes = askedSizes.suffix(31) + [placement.size] }
        layer.setSize(placement.size)
        layer.setAnchor([placement.corner.isTop ? .top : .bottom, placement.corner.isLeft ? .left : .right])
        layer.setMargin(placement.margins)
    }

    private func configured(_ size: Size) {
        // A configure that answers a request changes nothing: that size is shown already, or a newer one is.
        let answered = askedSizes.firstIndex(of: size)
        if let answered { askedSizes.removeSubrange(...answered) }
        picture.resize(to: size.isEmpty || answered != nil ? shown.size : size)
        // During an animation the next step commits anyway.
        if answered == nil || picture.animation == nil || !isConfigured { picture.setNeedsRedraw() }
        noteConfigured()
    }

    override func finish() {
        probe?.finish()
        probe = nil
        super.finish()
    }
}
