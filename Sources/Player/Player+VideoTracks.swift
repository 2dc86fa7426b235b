public import OrielPlayback
import OrielTransport

/// Which pictures of its medium a player shows.
extension Player {
    /// The moving pictures there are, covers apart; none before it is open, and of music.
    public var videoTracks: [MediaInfo.VideoTrack] { source.videoTracks }

    /// Those that are shown, by their place in `videoTracks`. Sound goes on while others come. What is no place, and what comes as
    /// a stream, changes nothing.
    public var selectedVideoTrack: Int? {
        get { source.selectedVideo }
        set {
            guard let newValue, source.selectVideo(newValue) else { return }
            if transport.phase == .playing, !isPaused { send(.rejoin) } else { seek(to: position) }
            notify(.form)
        }
    }

    /// Shows the next pictures; after the last, the first.
    public func selectNextVideoTrack() {
        guard !videoTracks.isEmpty else { return }
        selectedVideoTrack = selectedVideoTrack.map { ($0 + 1) % videoTracks.count } ?? 0
    }
}
