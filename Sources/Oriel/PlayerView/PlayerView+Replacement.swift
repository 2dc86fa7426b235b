import OrielPictureInPicture
import OrielPlayer
import OrielSceneHandoff
import OrielWindows

/// Replacement of a controller's view by another view.
extension PlayerView {
    /// Exchanges the two views' registrations with the session, names included. An overlay in Picture in Picture keeps
    /// its place there.
    func takePlace(of other: PlayerView) {
        session.exchange(with: other.session)
        state.standing.overlay = other.state.standing.overlay
        state.commands.move([.started, .stopped], from: &other.state.commands)
        scene.takeOverlay(from: other.scene, generation: state.standing.overlay)
        other.session.reportChanged()
    }
}
