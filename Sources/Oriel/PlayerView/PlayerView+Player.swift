import Logging
import OrielPictureInPicture
import OrielPlatform
import OrielPlayer
import OrielSceneHandoff
import OrielTransport
import OrielWindows

/// Replacement of the view's player: `AVPlayerViewController.player` can be set too.
extension PlayerView {
    /// Shows the player that `player` was set to, once no transition is in progress.
    func takeUpPlayer() {
        guard let next = state.wantedPlayer, !isClosed, !controllerHost.isMoving else { return }
        state.wantedPlayer = nil
        guard next !== player else { return }
        guard !application.views.contains(where: { $0.player === next }) else {
            return scene.log.warning("\(identifier): another view shows that player")
        }
        do throws(PlatformError) { try next.attach(to: application.loop) } catch {
            return scene.log.error("\(identifier): no other player: \(error)")
        }
        next.setGain(player.sound?.gain ?? 1)
        requests.navigation.mediumChanged()
        display.endWaiting()
        player.hold(false)
        display.endStatistics()
        mutate(\.player) { scene.change(to: next) }
        tellGlance()
        playerTakenUp()
    }

    /// Reports the new player to the session, which treats it like another item ("play another content" in its
    /// documents).
    private func playerTakenUp() {
        application.mediaControls?.noteChange()
        if case .failed = player.status { return playerChanged(.failed) }
        session.reportChanged()
        controllerHost.replaceSource(isReady: player.source.state.phase != .opening && !player.isEmpty)
        send(.playing(!isPaused))
        scene.retitle()
        controllerHost.listenForSilence()
        if let wanted = state.wantedMode, controllerHost.isReady || player.isEmpty {
            state.wantedMode = nil
            makeWindow(wanted)
        }
    }
}
