import Logging
import OrielGeometry
package import OrielPictureInPicture
import OrielPlayer
import OrielSurfaces

/// The surface actions of the Picture in Picture session. Each action becomes steps on the window and the overlay,
/// which answer with the events that the session waits for.
extension PlayerScene {
    package typealias Action = PictureInPictureSession.SurfaceAction
    typealias SurfaceEvent = PictureInPictureSession.SurfaceEvent

    /// Carries out one action of the session.
    package func perform(_ action: Action) {
        if windowScene.hasAppWindow, windowScene.performForApp(action) { return }
        switch action {
        case .createOverlay(let request): overlay.create(request)
        case .prepareExchange(let generation, _): report(.overlayPrepared(generation: generation))
        case .showOverlay(let generation, let neighbour): overlay.show(generation, beside: neighbour)
        case .settleOverlay(_, let place):
            if let place {
                overlay.setPlacement(
                    place.takenOver(
                        aspectRatio: overlay.aspectRatio, among: overlay.neighbours, in: overlay.area), isGliding: true)
            } else {
                overlay.refit()
            }
        case .removeOverlay(let generation, let animated):
            overlay.remove(fades: animated)
            windowScene.uncover()
            if animated { report(.overlayRemoved(generation: generation)) }
        case .hideOverlay: overlay.hide()
        case .revealOverlay(let generation): overlay.revealAgain(generation)
        case .drawWindow(let generation, let mode, let isTakenOver):
            if windowScene.isStandingEmpty { windowScene.remove() }
            if isTakenOver { readyFrame(generation) } else { windowScene.draw(generation, mode) }
        case .discardWindow: windowScene.dropDraft()
        case .showWindow(let generation, let request):
            if request.purpose == .restored { windowScene.dropUnseen() }
            windowScene.show(generation, request.mode, activationToken: request.activationToken)
        case .hideWindow: windowScene.remove(lifts: true)
        case .coverWindow: windowScene.cover()
        case .exchange(let generation, let side, let peer):
            exchanges.ask(SceneExchanges.Wish(scene: self, generation: generation, side: side), with: peer)
        }
    }

    func report(_ event: SurfaceEvent) { delegate?.surfaceEvent(event) }

    /// Prepares the frame that an exchange will draw.
    private func readyFrame(_ generation: UInt32) {
        onFrame { [weak self] in
            guard let self, let frame = self.player.currentFrame else { return }
            self.desktop.stage.ready(PlayerPicture(player: self.player, frame: frame))
            self.report(.windowDrawn(generation: generation))
        }
    }
}
