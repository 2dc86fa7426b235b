import Logging
import OrielGeometry
package import OrielPictureInPicture
import OrielPlayer
import OrielSurfaces
import OrielWayland

/// The scene's side of the lifecycle: each surface action becomes steps on the scene's surfaces, each of which answers
/// with the events that the session waits for.
extension PlayerScene {
    package typealias Action = PictureInPictureSession.SurfaceAction
    typealias SurfaceEvent = PictureInPictureSession.SurfaceEvent

    /// Carries out one action of the session.
    package func perform(_ action: Action) {
        if hasAppWindow, performForApp(action) { return }
        switch action {
        case .createOverlay(let request): createOverlay(request)
        case .prepareExchange(let generation, _): report(.overlayPrepared(generation: generation))
        case .showOverlay(let generation, let neighbour): showOverlay(generation, beside: neighbour)
        case .settleOverlay(_, let place):
            if let place {
                setPlacement(
                    place.takenOver(aspectRatio: aspectRatio, among: neighbours, in: area), isGliding: true)
            } else {
                refitOverlay()
            }
        case .removeOverlay(let generation, let animated):
            removeFloating(fades: animated)
            uncoverWindow()
            if animated { report(.overlayRemoved(generation: generation)) }
        case .hideOverlay: removeFloating()
        case .revealOverlay(let generation): revealAgain(generation)
        case .drawWindow(let generation, let mode, let isTakenOver):
            if isWindowCovered { removeWindow() }
            if isTakenOver { readyFrame(generation) } else { drawWindow(generation, mode) }
        case .discardWindow: dropDraft()
        case .showWindow(let generation, let request):
            if request.purpose == .restored { dropUnseenWindow() }
            showWindow(generation, request.mode, activationToken: request.activationToken)
        case .hideWindow: removeWindow()
        case .coverWindow: coverWindow()
        case .exchange(let generation, let side, let peer):
            desktop.exchanges.ask(SceneExchanges.Wish(scene: self, generation: generation, side: side), with: peer)
        }
    }

    private func report(_ event: SurfaceEvent) { delegate?.surfaceEvent(event) }

    // MARK: Overlay

    private func createOverlay(_ request: PictureInPictureSession.OverlayRequest) {
        let generation = request.generation
        removeFloating()
        var place = request.placement
        if request.isOnAnotherOutput {
            let gone = placement?.output
            place = placement ?? place
            place?.output = desktop.globals.outputs.first { $0.state.name != gone }?.state.name
        }
        do {
            try makeFloating(at: place, entrance: request.entrance) { [weak self] in
                self?.prepareFloating()
                self?.report(.overlayPrepared(generation: generation))
            }
            onFloatingClosed = { [weak self] in self?.report(.overlayClosed(generation: generation)) }
        } catch {
            log.error("no surface for Picture in Picture: \(error)")
            report(.overlayClosed(generation: generation))
        }
    }

    private func showOverlay(_ generation: UInt32, beside neighbour: Placement?) {
        if let neighbour, let own = placement { setPlacement(own.beside(neighbour, among: neighbours, in: area)) }
        revealFloating { [weak self] _ in self?.report(.overlayPresented(generation: generation)) }
    }

    private func revealAgain(_ generation: UInt32) {
        do {
            try makeFloating { [weak self] in self?.revealFloating { _ in } }
            onFloatingClosed = { [weak self] in self?.report(.overlayClosed(generation: generation)) }
        } catch { report(.overlayClosed(generation: generation)) }
    }

    /// After an exchange the surface may have the other picture's shape.
    private func refitOverlay() {
        guard let floating else { return }
        let fitted = floating.placement.takenOver(aspectRatio: aspectRatio, among: neighbours, in: area)
        if fitted != floating.placement { setPlacement(fitted) }
    }

    // MARK: Window

    /// Makes the frame ready that an exchange will draw.
    private func readyFrame(_ generation: UInt32) {
        onFrame { [weak self] in
            guard let self, let frame = self.player.currentFrame else { return }
            self.desktop.stage.ready(PlayerPicture(player: self.player, frame: frame))
            self.report(.windowDrawn(generation: generation))
        }
    }

    func form(of mode: WindowMode) -> (fullscreen: PlayerWindow.Fullscreen?, size: Size?) {
        switch mode {
        case .fullScreen(let output):
            let known = output.flatMap { name in desktop.globals.outputs.first { $0.state.name == name } }
            return (PlayerWindow.Fullscreen(output: known), nil)
        case .window(let wanted): return (nil, wanted.map { $0.limited(to: largestOutput) })
        }
    }

    func showWindow(_ generation: UInt32, _ mode: WindowMode, activationToken: String?) {
        if let window {
            dropDraft()
            uncoverWindow()
            window.picture.onNextCommit { [weak self] in self?.floating?.picture.freeze() }
            window.picture.onNextPresentation { [weak self] _ in self?.report(.windowPresented(generation: generation))
            }
            window.picture.setNeedsRedraw()
            report(.windowCommitted(generation: generation))
            return
        }
        let (fullscreen, size) = form(of: mode)
        // One that was drawn before takes another picture's place.
        let start = draft == nil ? start(of: fullscreen) : nil
        makeWindow(fullscreen: fullscreen, size: size) { [weak self] _ in
            self?.report(.windowPresented(generation: generation))
        }
        if let start {
            let overlay = floating as? LayerFloatingSurface
            overlay?.hold()
            // Where a presentation is told later than the next frame is asked for, the two would be seen side by side.
            window?.glidePicture(from: start) { [weak self, weak overlay] in
                overlay != nil && self?.floating === overlay
            }
        }
        window?.picture.onNextCommit { [weak self] in self?.report(.windowCommitted(generation: generation)) }
        if let activationToken, let window {
            desktop.globals.activate(window.picture.surface, token: activationToken)
        }
        onWindowCloseRequest = { [weak self] in self?.windowCloseRequested(generation) }
    }

    private func windowCloseRequested(_ generation: UInt32) {
        report(.windowClosed(generation: generation))
        delegate?.windowClosedByUser()
    }

    /// The window's mode as the broker tells it to a peer.
    package var windowMode: WindowMode {
        if let appWindow { return WindowMode(appWindow.state) }
        let isFullscreen = window?.isFullscreen ?? wasFullscreen
        guard isFullscreen else { return .window(window?.windowSize ?? windowSize) }
        return .fullScreen(output: window?.picture.surface.outputs.first?.state.name)
    }
}
