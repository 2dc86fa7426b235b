import OrielPictureInPicture
import OrielSceneHandoff

/// A view that is made for a player that another one shows.
extension PlayerView {
    /// Everything of the other one is this one's from now on: what it shows, its place in the session, its controller.
    func succeed(_ other: PlayerView) {
        standing = other.standing
        registration = other.registration
        registration?.handlers = handlers
        (waiting, requestTime, wanted) = (other.waiting, other.requestTime, other.wanted)
        (scrubbing, repeatStart) = (other.scrubbing, other.repeatStart)
        (fullScreenNews, backgroundPlayback) = (other.fullScreenNews, other.backgroundPlayback)
        other.statistics?()
        (persistence, ready) = (other.persistence, other.ready)
        application.replace(other, with: self)
        let controller = other.controller
        other.retire()
        self.controller = controller
        controller?.viewChanged(to: self)
    }

    /// Another view has all that this one had.
    private func retire() {
        isClosed = true
        standing = SessionStanding()
        (registration, controller, persistence, ready, statistics) = (nil, nil, nil, nil, nil)
        waiting = []
        onClose = {}
    }
}
