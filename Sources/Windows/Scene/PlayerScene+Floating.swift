import OrielControls
import OrielGeometry
import OrielPictureInPicture
import OrielPlatform
import OrielPlayer
import OrielSurfaces
import OrielWayland

/// The floating surface, from its making to its end.
extension PlayerScene {
    /// Makes the floating surface, which shows nothing before `revealFloating`.
    /// - Parameters:
    ///   - placement: nil takes the last one, or the default.
    ///   - entrance: how it gets there.
    ///   - configured: it could be drawn and shown now.
    func makeFloating(
        at wanted: Placement? = nil, entrance: OverlayEntrance = .atOnce, configured: @escaping () -> Void
    ) throws {
        guard floating == nil else { return }
        endDeparture()
        let isFirst = wanted == nil && overlayPlace == nil
        let placement = place(wanted)
        let surface: any FloatingSurface =
            switch desktop.surfaceKind(options.pictureInPicture.surface) {
            case .layerShell:
                try LayerFloatingSurface(
                    stage: desktop.stage, placement: placement, from: start(of: entrance, at: placement))
            case .toplevel:
                ToplevelFloatingSurface(stage: desktop.stage, placement: placement)
            }
        surface.picture.player = overlayPlayer
        surface.onConfigured = configured
        take(surface)
        unseenFirstPlace = isFirst ? placement : nil
        blindPlace = isFirst && shape == nil ? placement : nil
        overlayShape = aspectRatio
        letEnter(surface, entrance)
    }

    private func take(_ surface: any FloatingSurface) {
        surface.onClosed = { [weak self] in self?.onFloatingClosed() }
        surface.onCloseRequest = { [weak self] in self?.delegate?.closeButtonPressed() }
        surface.onResized = { [weak self, weak surface] in
            guard let self, let surface else { return }
            self.overlayPlace?.put(surface.placement)
            self.delegate?.overlayPlacementChanged()
        }
        floating = surface
        surface.picture.textScale = textScale
        surface.picture.opacity = options.pictureInPicture.opacity
        overlayPlace = OverlayPlace(surface.placement)
        (unseenFirstPlace, blindPlace) = (nil, nil)
        rehearseOnce(surface.picture)
        let picture = surface.picture
        picture.onNextCommit { [weak self, weak picture] in if let picture { self?.repeatSaying(on: picture) } }
        floatingInput = SurfaceInput(
            picture: surface.picture, desktop: desktop, keys: options.keys,
            controls: makeControls(on: surface.picture) { .pictureInPicture }, hidesCursor: false,
            resizes: { [weak self] in self?.isOverlayResizable ?? false },
            onAction: { [weak self] in self?.delegate?.perform($0, $1) },
            onIntent: { [weak self] in self?.floatingIntent($0, $1) },
            onControl: { [weak self] in self?.delegate?.perform($0, $1) },
            onScroll: { [weak self] in self?.resizeFloating(bySteps: $0) })
        floatingInput?.onHold = { [weak self] in self?.delegate?.handMoved(isDown: $0) }
        floatingInput?.onVolume = { [weak self] in self?.delegate?.scroll(-$0) }
        if options.opensFiles { floatingInput?.onDrop = { [weak self] in self?.delegate?.dropped($0) } }
        floatingInput?.onHover = { [weak self] in self?.pointerHovers($0) ?? false }
        showOverlaySublayers()
        updateInhibitor()
    }

    /// Takes over another player's floating surface, which shows that one's picture until the exchange is drawn.
    func adopt(_ surface: any FloatingSurface, closed: @escaping () -> Void) {
        take(surface)
        onFloatingClosed = closed
    }

    /// Lets another surface be the floating one from now on.
    /// - Returns: the one before, which is the caller's.
    func replaceFloating(with surface: any FloatingSurface) -> OverlayGrip? {
        let old = floating.map { OverlayGrip(surface: $0, input: floatingInput) }
        let place = overlayPlace
        take(surface)
        overlayPlace = place
        return old
    }

    /// Lets the floating surface go to another player.
    func releaseFloating() {
        endArrival(false)
        loosenGrip()
        rememberPlace()
        settleOverlay()
        floating?.picture.stack.hideMessage()
        floatingInput?.finish()
        floatingInput = nil
        floating = nil
        neighbours = []
        updateInhibitor()
    }

    /// Makes ready for every transition once the first picture was handed over, and lets the clock begin only then.
    private func rehearse(on picture: PictureSurface) {
        guard !hasRehearsed else { return }
        hasRehearsed = true
        let windowed = wasFullscreen ? area : lastWindowSize
        var sizes = [window?.picture.size ?? windowed, floating?.picture.size ?? place(nil).size]
        if wasFullscreen, isAnimated { sizes.append(LayerFloatingSurface.entranceSize(from: sizes[0], to: sizes[1])) }
        picture.rehearse(for: sizes, exchanges: delegate?.hasSiblings ?? false)
        player.restartClock(at: picture.nextPresentation)
    }

    func rehearseOnce(_ picture: PictureSurface) {
        guard !hasRehearsed else { return }
        picture.onFirstPicture = { [weak self, weak picture] in if let picture { self?.rehearse(on: picture) } }
    }

    /// Draws the floating surface's picture without showing it, so that showing it later costs little.
    func prepareFloating() { _ = floating?.picture.draw() }

    /// Shows the floating surface.
    /// - Parameter presented: its first frame was presented.
    func revealFloating(presented: @escaping (Duration) -> Void) {
        guard let floating else { return }
        unseenFirstPlace = nil
        floating.picture.onNextCommit { [weak self] in self?.window?.picture.freeze() }
        floating.picture.onNextPresentation(presented)
        floating.reveal()
        updateInhibitor()
    }

    /// Destroys the floating surface; nothing of it remains mapped.
    /// - Parameter fades: but for what fades away over a window whose place isn't known.
    func removeFloating(fades: Bool = false) {
        guard let floating else { return }
        let fades = fades && self.fades
        endArrival(false)
        loosenGrip()
        rememberPlace()
        forgetOverlayState()
        floatingInput?.finish()
        floatingInput = nil
        if fades, let surface = floating as? LayerFloatingSurface { depart(surface) } else { floating.finish() }
        self.floating = nil
        neighbours = []
        window?.picture.unfreeze()
        updateInhibitor()
    }
}
