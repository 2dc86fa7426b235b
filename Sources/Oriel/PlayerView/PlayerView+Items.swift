import OrielPictureInPicture
import OrielPlayback
import OrielPlayer
import OrielSceneHandoff
import OrielTransport
import OrielWindows

/// Changes of the playlist's item. In the session's documents this is "play another content" of the same player.
extension PlayerView {
    func itemChanged() {
        state.registration?.reportChanged()
        state.navigation.mediumChanged()
        guard player.currentItem != nil else {
            state.standing.isReady = false
            return send(.sourceLost)
        }
        let isOpen = player.source.state.phase != .opening
        state.standing.isReady = isOpen
        send(.sourceReplaced(isReady: isOpen))
        scene.retitle()
        sayItem()
    }

    func itemSkipped(_ item: PlayerItem) {
        guard let error = player.failure(of: item) else { return }
        publish(.error, [.init("error", .string("\(error)"))])
        sayFailure("\(error)")
    }
}
