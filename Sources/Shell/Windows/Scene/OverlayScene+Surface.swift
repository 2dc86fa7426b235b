import OrielControls
import OrielGeometry
import OrielPictureInPicture
import OrielSurfaces

/// The floating surface, from its creation to its end.
extension OverlayScene {
    /// Makes the floating surface, which shows nothing before `reveal`.
    /// - Parameters:
    ///   - wanted: The place; nil takes the last place, or the first one.
    ///   - entrance: How the picture gets there.
    ///   - configured: Runs when the compositor has configured the surface, so that it can be drawn and shown.
    func make(
        at wanted: Placement? = nil, entrance: OverlayEntrance = .atOnce, configured: @escaping () -> Void
    ) throws {
        guard floating == nil else { return }
        departure.end()
        if startsAnew, keptPlace == nil { (overlayPlace, startsAnew) = (nil, false) }
        let isFirst = wanted == nil && overlayPlace == nil
        let placement = place(wanted)
        let surface: FloatingSurface =
            switch desktop.surfaceKind(options.pictureInPicture.surface) {
            case .layerShell:
                try LayerFloatingSurface(
                    stage: desktop.stage, placement: placement, from: start(of: entrance, at: placement))
            case .pictureInPicture:
                try makePictureInPictureWindow(at: placement)
            case .toplevel:
                ToplevelFloatingSurface(
                    stage: desktop.stage, placement: placement, shell: desktop.services.shell)
            }
        surface.picture.player = overlayPlayer
        surface.onConfigured = configured
        take(surface)
        unseenFirstPlace = isFirst ? placement : nil
        blindPlace = isFirst && scene.shape == nil ? placement : nil
        pictureShape = aspectRatio
        letEnter(surface, entrance)
    }

    private func makePictureInPictureWindow(at placement: Placement) throws -> FloatingSurface {
        let surface = try PictureInPictureFloatingSurface(stage: desktop.stage, placement: placement, log: scene.log)
        surface.onRefused = { [weak desktop] in desktop?.pictureInPictureRefused() }
        return surface
    }

    /// Tells the compositor which window the picture comes from, and returns to.
    private func tellOrigin() {
        if let window { floating?.setOrigin(window.picture) }
    }

    private func take(_ surface: FloatingSurface) {
        surface.onClosed = { [weak self] in self?.onClosed() }
        surface.onCloseRequest = { [weak self] in self?.delegate?.closeButtonPressed() }
        surface.onResized = { [weak self, weak surface] in
            guard let self, let surface else { return }
            self.overlayPlace?.put(surface.placement)
            self.delegate?.overlayPlacementChanged()
        }
        floating = surface
        surface.picture.textScale = scene.textScale
        surface.picture.stack.isOverlay = true
        surface.picture.opacity = options.pictureInPicture.opacity
        surface.picture.cornerRadius = options.pictureInPicture.cornerRadius
        forgetPeek()
        overlayPlace = OverlayPlace(surface.placement)
        (unseenFirstPlace, blindPlace) = (nil, nil)
        scene.rehearseOnce(surface.picture)
        let picture = surface.picture
        picture.onNextCommit { [weak self, weak picture] in if let picture { self?.scene.repeatSaying(on: picture) } }
        input = SurfaceInput(
            picture: surface.picture, routes: desktop.routes, keys: options.keys,
            controls: scene.makeControls(on: surface.picture) { .pictureInPicture }, hidesCursor: false,
            delegate: self)
        tellOrigin()
        showSublayers()
        showContentOverlays()
        scene.updateInhibitor()
    }

    /// Takes over another player's floating surface. It shows the other player's picture until the exchange is drawn.
    func adopt(_ surface: FloatingSurface, closed: @escaping () -> Void) {
        take(surface)
        onClosed = closed
    }

    /// Makes another surface the floating one.
    /// - Returns: The former surface, which the caller ends.
    func replace(with surface: FloatingSurface) -> OverlayGrip? {
        let old = floating.map { OverlayGrip(surface: $0, input: input) }
        let place = overlayPlace
        take(surface)
        overlayPlace = place
        return old
    }

    /// Gives the floating surface up to another player.
    func release() {
        endPanel()
        endArrival(false)
        loosenGrip()
        rememberPlace()
        settle()
        floating?.picture.stack.hideMessage()
        input?.finish()
        input = nil
        floating = nil
        neighbours = []
        scene.updateInhibitor()
    }

    /// Draws the floating surface's picture without showing it, so that showing it later is fast.
    func prepare() { _ = floating?.picture.draw() }

    /// Shows the floating surface.
    /// - Parameter presented: Receives the time at which its first frame was presented.
    func reveal(presented: @escaping (Duration) -> Void) {
        guard let floating else { return }
        unseenFirstPlace = nil
        scene.delegate?.refreshPanels()
        tellOrigin()
        floating.picture.onNextCommit { [weak self] in self?.scene.windowScene.picture?.freeze() }
        floating.picture.onNextPresentation(presented)
        floating.reveal()
        scene.updateInhibitor()
    }

    /// Suspends the overlay. One that was lost with its connection is gone already, and keeps how it returns.
    func hide() { if keptPlace == nil { remove() } }

    /// Destroys the floating surface.
    /// - Parameter fades: Whether the surface first fades out, if its window's place is unknown.
    func remove(fades: Bool = false) {
        missedOutput = nil
        if keptPlace != nil { forgetOverlayState() }
        keptPlace = nil
        guard let floating else { return }
        endPanel()
        let fades = fades && self.fades
        endArrival(false)
        loosenGrip()
        rememberPlace()
        forgetOverlayState()
        input?.finish()
        input = nil
        tellOrigin()
        if fades { depart(floating) } else { floating.finish() }
        self.floating = nil
        neighbours = []
        scene.windowScene.picture?.unfreeze()
        scene.updateInhibitor()
    }
}
