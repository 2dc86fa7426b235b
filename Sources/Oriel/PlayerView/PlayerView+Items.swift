import OrielPictureInPicture
import OrielPlayback
import OrielPlayer
import OrielSceneHandoff
import OrielTransport
import OrielWindows

/// One medium after the other: to the session it is the documents' "play another content" of the same player.
extension PlayerView {
    func itemChanged() {
        registration?.reportChanged()
        (scrubbing, scrubOrigin) = (Scrubbing(), nil)
        repeatStart = nil
        guard player.currentItem != nil else {
            standing.isReady = false
            return send(.sourceLost)
        }
        let isOpen = player.source.state.phase != .opening
        standing.isReady = isOpen
        send(.sourceReplaced(isReady: isOpen))
        scene.retitle()
        sayItem()
    }

    /// A part of it can't be played.
    func itemLost(_ loss: MediaError) {
        registration?.reportChanged()
        publish(.error, [.init("error", .string("\(loss)"))])
        sayFailure("\(loss)")
    }

    func itemSkipped(_ item: PlayerItem) {
        guard let error = player.failure(of: item) else { return }
        publish(.error, [.init("error", .string("\(error)"))])
        sayFailure("\(error)")
    }
}
