import OrielPictureInPicture
import OrielSceneHandoff
import OrielWindows

/// The view without a compositor: its surfaces end and return, its player and its place in the session stay.
extension PlayerView {
    /// Ends the surfaces, and suspends Picture in Picture.
    /// - Parameter pauses: whether playback pauses until the surfaces return.
    func connectionLost(pauses: Bool) {
        scene.connectionLost()
        send(.connected(false))
        if pauses { playback.pauseByLoss() }
        session.reportChanged()
    }

    /// Makes the surfaces again, and ends the suspension.
    func connectionRestored() {
        scene.connectionRestored()
        send(.connected(true))
        playback.connectionRestored()
        controllerHost.tellSupport()
        controllerHost.listenForSilence()
        session.reportChanged()
    }
}
