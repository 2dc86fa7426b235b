import OrielPictureInPicture
import OrielPlayer
import OrielSceneHandoff
import OrielWindows

/// Replacement of a controller's view by another view.
extension PlayerView {
    /// Exchanges the two views' registrations with the session, names included. An overlay in Picture in Picture keeps
    /// its place there.
    func takePlace(of other: PlayerView) {
        (state.registration, other.state.registration) = (other.state.registration, state.registration)
        state.registration?.handlers = handlers
        other.state.registration?.handlers = other.handlers
        (scene.identifier, other.scene.identifier) = (other.scene.identifier, scene.identifier)
        (state.standing.slot, other.state.standing.slot) = (other.state.standing.slot, state.standing.slot)
        (state.standing.isOfferedSwap, other.state.standing.isOfferedSwap) = (
            other.state.standing.isOfferedSwap, state.standing.isOfferedSwap
        )
        (scene.overlay.neighbours, other.scene.overlay.neighbours) = (
            other.scene.overlay.neighbours, scene.overlay.neighbours
        )
        state.standing.overlay = other.state.standing.overlay
        exchangeGains(with: other)
        moveWaiting(from: other)
        scene.takeOverlay(from: other.scene, generation: state.standing.overlay)
        other.state.registration?.reportChanged()
    }

    /// Exchanges the gains that the session sets for the two players.
    private func exchangeGains(with other: PlayerView) {
        let (own, others) = (player.sound?.gain ?? 1, other.player.sound?.gain ?? 1)
        player.setGain(others)
        other.player.setGain(own)
    }

    /// Takes over the other view's commands that wait for a start or an end of Picture in Picture.
    private func moveWaiting(from other: PlayerView) {
        state.commands.move([.started, .stopped], from: &other.state.commands)
    }
}
