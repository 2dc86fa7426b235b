import OrielPictureInPicture
import OrielPlatform
import OrielPlayer
import OrielSceneHandoff
import OrielText
import OrielTransport
import OrielWindows

/// Changes of the playlist's item. In the session's documents this is "play another content" of the same player.
extension PlayerView {
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
}
