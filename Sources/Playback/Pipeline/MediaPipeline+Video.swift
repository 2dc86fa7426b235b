import OrielPlatform

/// Which pictures of its medium a pipeline plays.
extension MediaPipeline {
    /// All that can be chosen, covers apart; none before it is open, and of music.
    package var videoTracks: [MediaInfo.VideoTrack] { snapshot.info?.videoTracks ?? [] }

    /// Which of them is played, or will be from the next seek on, by its place.
    package var selectedVideo: Int? {
        core.state.withLock { state in
            state.snapshot.info?.videoTracks.firstIndex { $0.stream == state.videoStream }
        }
    }

    /// Plays others from the next seek on.
    /// - Parameter index: its place in `videoTracks`.
    /// - Returns: whether a seek is due: there is such a track, it isn't the present one, and the medium can be sought in.
    package func selectVideo(_ index: Int) -> Bool {
        core.state.withLock { state in
            guard let info = state.snapshot.info, info.isSeekable, info.videoTracks.indices.contains(index),
                info.videoTracks[index].stream != state.videoStream
            else { return false }
            state.videoStream = info.videoTracks[index].stream
            return true
        }
    }
}
