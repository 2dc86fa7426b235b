import OrielPlatform
import OrielTransport

/// What a player has that stands for long. Its picture is all it needs, and that others can be had again costs no more than a seek when
/// it goes on: the waiting ones, the decoder's and its tables are a third of its memory.
extension Player {
    package struct LongPause {
        /// So long it isn't over in a moment.
        package var limit = Duration.seconds(60)
        /// What comes when it has lasted so long.
        fileprivate var end: EventLoop.Token?
        /// The pictures are given back.
        fileprivate var hasReleased = false
    }

    /// Something has happened.
    func followPause() {
        guard let loop, isPaused, transport.phase == .playing, canRejoin else { return endPause() }
        guard longPause.end == nil, !longPause.hasReleased else { return }
        longPause.end = loop.after(longPause.limit) { [weak self] in self?.releasePictures() }
    }

    /// It goes on, or elsewhere.
    func endPause() {
        if let end = longPause.end { loop?.remove(end) }
        longPause.end = nil
        longPause.hasReleased = false
    }

    private func releasePictures() {
        longPause.end = nil
        longPause.hasReleased = true
        source.releasePictures()
    }

    /// What follows wants the pictures behind the present one.
    func regainPictures() {
        guard longPause.hasReleased else { return }
        longPause.hasReleased = false
        send(.seek(position))
    }
}
