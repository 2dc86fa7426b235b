import OrielGeometry
import OrielPlayer
import OrielSurfaces
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
    /// Sizes that were asked for and not answered yet.
    private var askedSizes: [Size] = []
    /// The picture is still in its window: it waits over that before it moves, so that it is never seen twice.
    var waits: () -> Bool = { false }
    private var isHeld = false
    /// What the picture has once it doesn't fade.
    private var wholeOpacity: Double?

    /// - Parameter start: from where it glides into its place once it is seen, and the area that both refer to.
    init(stage: Stage, placement: Placement, from start: (rect: Rect, area: Size)? = nil) throws {
        self.stage = stage
        self.placement = placement
        shownPlacement =
            start.map { Placement(rect: $0.rect, holding: placement.corner, in: $0.area, output: placement.output) }
            ?? placement
        let surface = Surface(stage.globals)
        let output = placement.output.flatMap { name in stage.globals.outputs.first { $0.state.name == name } }
        guard let layer = LayerSurface(surface, layer: .overlay, namespace: "oriel", output: output) else {
            throw StartError("this compositor has no layer-shell")
        }
        self.layer = layer
        picture = PictureSurface(surface, stage: stage)
        layer.setKeyboardInteractivity(.none)
        layer.setExclusiveZone(0)
        apply(shownPlacement)
        layer.onConfigure = { [weak self] size in self?.configured(size) }
        layer.onClosed = { [weak self] in self?.onClosed() }
        surface.commit()
        probe = output.flatMap { stage.usableAreas.probe($0) }
        if let start {
            travel(to: placement, drawnAt: Self.entranceSize(from: start.rect.size, to: placement.size), in: start.area)
        }
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
        endAnimation()
        show(at: placement)
        picture.surface.commit()
    }

    func glide(to placement: Placement, in area: Size) {
        let now = picture.nextPresentation
        guard isRevealed, Glide(from: shownPlacement, to: placement, in: area, at: now) != nil else {
            return place(placement)
        }
        self.placement = placement
        endAnimation()
        travel(to: placement, drawnAt: placement.size, in: area)
    }

    /// For what size a picture is drawn that comes from a larger place: the compositor makes it twice as large at most, and drawing the
    /// first one takes hardly longer than without.
    static func entranceSize(from start: Size, to end: Size) -> Size {
        let scale = min(2, Double(start.width) / Double(max(1, end.width)))
        return Size(
            width: max(1, Int((Double(end.width) * scale).rounded())),
            height: max(1, Int((Double(end.height) * scale).rounded())))
    }

    /// Its pictures are drawn for one size: what it has on its way is the compositor's to scale.
    private func travel(to end: Placement, drawnAt size: Size, in area: Size) {
        let start = shownPlacement
        if stage.globals.hasViewporter { picture.drawnSize = size }
        var glide: Glide?
        var hasLeft = false
        picture.animation = { [weak self] presentation in
            guard let self else { return false }
            // It begins with the first picture that is seen, however late that is. A window that comes later isn't waited for.
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

    /// A window takes the picture over from where it is on its way: it stays there.
    func hold() {
        guard picture.animation != nil else { return }
        picture.animation = nil
        isHeld = true
    }

    /// That window is gone, and it isn't: it is in its place.
    func letGo() {
        guard isHeld else { return }
        isHeld = false
        picture.drawnSize = nil
        show(at: placement)
    }

    /// Comes in by getting denser, where the compositor can do that; half of it is there with the first picture.
    func fadeIn() { fade(from: 0.5, to: 1) {} }

    /// Gets thinner until nothing is left of it.
    /// - Parameter done: called then; at once where the compositor can't.
    func fadeOut(_ done: @escaping () -> Void) { fade(from: 1, to: 0, done) }

    private func fade(from start: Double, to end: Double, _ done: @escaping () -> Void) {
        endAnimation()
        let whole = picture.opacity
        guard stage.globals.alphaModifiers != nil else { return done() }
        wholeOpacity = whole
        picture.opacity = whole * start
        var motion: Motion?
        let nowhere = Rect(origin: .zero, size: .zero)
        picture.animation = { [weak self] presentation in
            guard let self else { return false }
            if motion == nil || !self.picture.hasContent {
                motion = Motion(from: nowhere, to: nowhere, at: presentation)
            }
            let share = motion?.share(at: presentation) ?? 1
            self.picture.opacity = whole * (start + (end - start) * share)
            guard share >= 1 else { return true }
            self.wholeOpacity = nil
            done()
            return false
        }
    }

    private func endAnimation() {
        picture.animation = nil
        picture.drawnSize = nil
        if let wholeOpacity { picture.opacity = wholeOpacity }
        wholeOpacity = nil
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
        if askedSizes.last != placement.size { askedSizes = askedSizes.suffix(31) + [placement.size] }
        layer.setSize(placement.size)
        layer.setAnchor([placement.corner.isTop ? .top : .bottom, placement.corner.isLeft ? .left : .right])
        layer.setMargin(placement.margins)
    }

    /// It shows what it shows, and is nobody's any more.
    func leave() {
        onClosed = {}
        picture.surface.setInputRegion([])
        picture.stack.hideMessage()
        picture.stack.hideControls()
    }

    private func configured(_ size: Size) {
        // What was asked for is shown already, and may have changed since.
        let answered = askedSizes.firstIndex(of: size)
        if let answered { askedSizes.removeSubrange(...answered) }
        picture.resize(to: size.isEmpty || answered != nil ? shownPlacement.size : size)
        // On its way, the next step is a commit anyway.
        if answered == nil || picture.animation == nil || !isConfigured { picture.setNeedsRedraw() }
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
