/// Succession of a view by a new one of the same player.
extension PlayerView {
    /// Takes over the other view's scene, place in the session, controller and open dialogue.
    func succeed(_ other: PlayerView) {
        other.isClosed = true
        other.onClose = {}
        (state, other.state) = (other.state, ViewState())
        (session, other.session) = (other.session, session)
        (session.host, other.session.host) = (self, other)
        (playback, other.playback) = (other.playback, playback)
        (playback.host, other.playback.host) = (self, other)
        (controllerHost, other.controllerHost) = (other.controllerHost, controllerHost)
        controllerHost.isDismissed = false
        (controllerHost.view, other.controllerHost.view) = (self, other)
        (panels, other.panels) = (other.panels, panels)
        (requests, other.requests) = (other.requests, requests)
        (requests.host, other.requests.host) = (self, other)
        application.replace(other, with: self)
        if let controller {
            controllerChanged()
            other.controllerChanged()
            controller.viewChanged(to: .init(playerView: self))
        }
        display.succeed(other.display)
    }
}
