import OrielPictureInPicture
import OrielSceneHandoff

/// Succession of a view by a new one of the same player.
extension PlayerView {
    /// Takes over the other view's scene, place in the session, controller and open dialogue.
    func succeed(_ other: PlayerView) {
        state = other.retire()
        (session, other.session) = (other.session, session)
        (session.host, other.session.host) = (self, other)
        (playback, other.playback) = (other.playback, playback)
        (playback.host, other.playback.host) = (self, other)
        (controllerHost, other.controllerHost) = (other.controllerHost, controllerHost)
        controllerHost.isDismissed = false
        (controllerHost.view, other.controllerHost.view) = (self, other)
        state.opening?.onAnswer = { [weak self] in self?.chosen($0) }
        application.replace(other, with: self)
        if let controller {
            controllerChanged()
            other.controllerChanged()
            controller.viewChanged(to: self)
        }
        display.succeed(other.display)
    }

    /// Closes this view and returns its state, for the view that succeeds it.
    private func retire() -> ViewState {
        isClosed = true
        onClose = {}
        return state.handOver()
    }
}
