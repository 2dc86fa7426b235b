import OrielPictureInPicture
import OrielSceneHandoff

/// A view that is made for a player that another view shows.
extension PlayerView {
    /// Takes over everything of the other view: its scene, its place in the session, its controller, its open questions.
    func succeed(_ other: PlayerView) {
        let controller = other.controller
        state = other.retire()
        state.registration?.handlers = handlers
        state.opening?.onAnswer = { [weak self] in self?.chosen($0) }
        application.replace(other, with: self)
        self.controller = controller
        controller?.viewChanged(to: self)
        restartStatistics()
    }

    /// Gives everything away to a view that succeeds this one.
    private func retire() -> ViewState {
        isClosed = true
        controller = nil
        onClose = {}
        return state.handOver()
    }
}
