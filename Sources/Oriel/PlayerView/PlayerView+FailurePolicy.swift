import Logging
import OrielPictureInPicture
import OrielPlayer
import OrielSceneHandoff
import OrielText

/// The view's behaviour when its medium can't be played, or not further.
extension PlayerView {
    /// The view's reaction to a medium that can't be played, when no other item follows.
    public enum FailurePolicy: Hashable, Sendable {
        /// The view stays, in its window or its overlay, with the last frame or an empty one and a message on it, and
        /// logs one line. Another item or another player is shown in the view as usual.
        case stays
        /// The view closes; `Player.status` has the reason. With the last view the application ends
        /// (`Application.stopsAfterLastView`).
        case closesView
    }

    /// Applies the policy.
    func mediumFailed() {
        guard case .failed(let error) = player.status else { return close() }
        session.publish(error)
        guard failurePolicy == .stays else { return close() }
        scene.log.error("\(identifier): \(error)")
        for reply in requests.commands.takeAll() { reply(.failed("\(error)")) }
        session.reportChanged()
        controllerHost.setReady(false)
        player.showGround()
        display.wait(Message("\(error)"), .failure)
        scene.updateInhibitor()
        guard let wanted = state.wantedMode else { return }
        state.wantedMode = nil
        makeWindow(wanted)
    }
}
