import OrielPictureInPicture
import OrielPlayer
import OrielSceneHandoff
import OrielWindows

/// A view that its controller shows in the place of another one.
extension PlayerView {
    /// Everything that the session's players know of the other one is of this one from now on, its name too: a picture afloat
    /// holds its place there.
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

    /// As loud beside the others as the other one was.
    private func exchangeGains(with other: PlayerView) {
        let (own, others) = (player.sound?.gain ?? 1, other.player.sound?.gain ?? 1)
        player.setGain(others)
        other.player.setGain(own)
    }

    /// What waits for Picture in Picture hears of it here.
    private func moveWaiting(from other: PlayerView) {
        state.commands.move([.started, .stopped], from: &other.state.commands)
    }
}
