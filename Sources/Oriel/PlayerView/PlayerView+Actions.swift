import Logging
import OrielPlatform
import OrielSceneHandoff
import OrielWayland

/// What a person does to a view.
extension PlayerView {
    func perform(_ action: PlayerAction, _ origin: SurfaceInput.Origin) {
        switch action {
        case .playPause: playPause()
        case .seekBackward: player.seek(to: player.position - .seconds(5))
        case .seekForward: player.seek(to: player.position + .seconds(5))
        case .seekFarBackward: player.seek(to: player.position - .seconds(60))
        case .seekFarForward: player.seek(to: player.position + .seconds(60))
        case .frameStep: player.stepForward()
        case .frameStepBack: player.stepBackward()
        case .slower: player.setSpeed(player.speed / 1.1)
        case .faster: player.setSpeed(player.speed * 1.1)
        case .normalSpeed: player.setSpeed(1)
        case .toggleFullscreen: scene.window.map { $0.setFullscreen(!$0.isFullscreen) }
        case .leaveFullscreen: if !escapeSwap() { scene.window?.setFullscreen(false) }
        case .togglePictureInPicture: toggle()
        case .swap: swap(origin)
        case .quit: close()
        }
    }

    func playPause() { player.isPaused ? player.resume() : player.pause() }

    /// Asks for a swap with a token made from the key, with which the other window may raise itself.
    private func swap(_ origin: SurfaceInput.Origin) {
        requestTime = MonotonicClock.now
        let request: (String?) -> Void = { [weak self] token in
            self?.registration?.requestSwap(activationToken: token) { failure in
                if let failure { self?.scene.log.warning("swap: \(failure)") }
            }
        }
        let isAsked = application.desktop.globals.requestActivationToken(
            seat: origin.seat, serial: origin.serial, surface: scene.window?.picture.surface, appID: application.id,
            request)
        if !isAsked { request(nil) }
    }
}
