import Logging
import OrielPictureInPicture
import OrielPlatform
import OrielPlayer
import OrielSceneHandoff
import OrielText
import OrielTransport
import OrielWindows

/// Changes of the medium: another item or another player, which the session's documents call "play another content",
/// and failures.
extension PlayerView {
    /// Plays media as if the user had dropped them on the view: once the first has a frame, so that the present item
    /// plays on if none can be played, with a message on the picture. They are inserted after the present item.
    /// - Parameter media: paths or addresses, of playlists and folders too; subtitle files are added to the first film.
    public func open(_ media: [String]) { if !isClosed { requests.open(media) } }

    func itemChanged() {
        session.reportChanged()
        requests.navigation.mediumChanged()
        requests.letGo()
        display.endWaiting()
        guard player.currentItem != nil else {
            controllerHost.loseSource()
            // A window that waited for the medium shows the hint instead.
            if player.isEmpty, let wanted = state.wantedMode {
                state.wantedMode = nil
                makeWindow(wanted)
            }
            return
        }
        controllerHost.replaceSource(isReady: player.source.state.phase != .opening)
        scene.retitle()
        display.sayItem()
    }

    func itemSkipped(_ item: PlayerItem) {
        guard let error = player.failure(of: item) else { return }
        session.publish(error)
        display.forgetWaiting()
        display.sayFailure("\(error)")
        requests.refuseItem(error)
        requests.sayAwaitedItemLater()
    }

    /// Applies `failurePolicy`.
    func mediumFailed() {
        guard case .failed(let error) = player.status else { return close() }
        session.publish(error)
        guard failurePolicy == .stays else { return close() }
        scene.log.error("\(identifier): \(error)")
        for reply in session.commands.takeAll() { reply(.failed("\(error)")) }
        session.reportChanged()
        controllerHost.setReady(false)
        player.showGround()
        display.wait(OnScreenMessage("\(error)"), .failure)
        scene.updateInhibitor()
        guard let wanted = state.wantedMode else { return }
        state.wantedMode = nil
        makeWindow(wanted)
    }

    /// Shows the player that `player` was set to, once no transition is in progress.
    func takeUpPlayer() {
        guard let next = state.wantedPlayer, !isClosed, !controllerHost.isMoving else { return }
        state.wantedPlayer = nil
        guard next !== player else { return }
        guard !application.views.contains(where: { $0.scene.player === next }) else {
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
