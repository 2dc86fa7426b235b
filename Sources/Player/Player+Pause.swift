import OrielPlatform
import OrielTransport

/// Memory during a long pause. A paused player needs only the shown frame: its waiting frames, the decoder's frames and
/// its tables are a third of its memory, and a seek makes them again on resume.
extension Player {
    package struct LongPause {
        /// Duration of a pause after which memory is freed.
        package var limit = Duration.seconds(60)
        /// Timer of the limit.
        fileprivate var end: EventLoop.Token?
        /// Whether the frames were freed.
        fileprivate var hasReleased = false
    }

    /// Starts or cancels the timer after an event.
    func followPause() {
        guard let loop = service?.loop, transport.isPaused, transport.phase == .playing, canRejoin else {
            return endPause()
        }
        guard longPause.end == nil, !longPause.hasReleased else { return }
        longPause.end = loop.after(longPause.limit) { [weak self] in self?.releasePictures() }
    }

    /// Ends the pause, since playback resumed or a seek began.
    func endPause() {
        if let end = longPause.end { service?.loop.remove(end) }
        longPause.end = nil
        longPause.hasReleased = false
    }

    private func releasePictures() {
        longPause.end = nil
        longPause.hasReleased = true
        source.releasePictures()
    }

    /// Seeks to the present position if the frames were freed, so that the following ones are decoded again.
    func regainPictures() {
        guard longPause.hasReleased else { return }
        longPause.hasReleased = false
        send(.seek(position))
    }
}
