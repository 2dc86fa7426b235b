import OrielPictureInPicture
import OrielPlayer
import OrielSceneHandoff
import OrielWindows

/// A view that its controller shows in the place of another one.
extension PlayerView {
    /// Everything that the session's players know of the other one is of this one from now on, its name too: a picture afloat
    /// holds its place there.
    func takePlace(of other: PlayerView) {
        (registration, other.registration) = (other.registration, registration)
        registration?.handlers = handlers
        other.registration?.handlers = other.handlers
        (scene.identifier, other.scene.identifier) = (other.scene.identifier, scene.identifier)
        (standing.slot, other.standing.slot) = (other.standing.slot, standing.slot)
        (standing.isOfferedSwap, other.standing.isOfferedSwap) = (other.standing.isOfferedSwap, standing.isOfferedSwap)
        (scene.neighbours, other.scene.neighbours) = (other.scene.neighbours, scene.neighbours)
        standing.overlay = other.standing.overlay
        exchangeGains(with: other)
        moveWaiting(from: other)
        scene.takeOverlay(from: other.scene, generation: standing.overlay)
        other.registration?.reportChanged()
    }

    /// As loud beside the others as the other one was.
    private func exchangeGains(with other: PlayerView) {
        let (own, others) = (player.sound?.gain ?? 1, other.player.sound?.gain ?? 1)
        player.setGain(others)
        other.player.setGain(own)
    }

    /// What waits for Picture in Picture hears of it here.
    private func moveWaiting(from other: PlayerView) {
        let concerned = other.waiting.filter { $0.until == .started || $0.until == .stopped }
        other.waiting.removeAll { $0.until == .started || $0.until == .stopped }
        waiting += concerned
    }
}
