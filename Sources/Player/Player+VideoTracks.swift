public import OrielLibav
import OrielTransport

/// Selection of the video track.
extension Player {
    /// The video tracks, without covers; empty before the medium is open, and for music.
    public var videoTracks: [MediaInfo.VideoTrack] { observed(\.videoTracks, source.videoTracks) }

    /// Index of the shown track in `videoTracks`. Sound continues during a change. An invalid index, and any change in
    /// a stream that can't be sought in, has no effect.
    public var selectedVideoTrack: Int? {
        get { observed(\.selectedVideoTrack, source.selectedVideo) }
        set {
            guard let newValue, source.selectVideo(newValue) else { return }
            if transport.phase == .playing, !isPaused { send(.rejoin) } else { send(.seek(position)) }
            notify(.form)
        }
    }

    /// Shows the next video track; the first after the last.
    public func selectNextVideoTrack() {
        guard !videoTracks.isEmpty else { return }
        selectedVideoTrack = selectedVideoTrack.map { ($0 + 1) % videoTracks.count } ?? 0
    }
}
