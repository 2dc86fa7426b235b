package import OrielLibav
import OrielPlatform

/// Selection of the video track.
extension MediaPipeline {
    /// Video tracks that can be chosen, without covers; empty before the medium is open, and for audio only.
    package var videoTracks: [MediaInfo.VideoTrack] { snapshot.info?.videoTracks ?? [] }

    /// Index of the track that is played, or will be from the next seek on, in `videoTracks`.
    package var selectedVideo: Int? {
        core.state.withLock { state in
            state.snapshot.info?.videoTracks.firstIndex { $0.stream == state.videoStream }
        }
    }

    /// Selects another video track, which is played from the next seek on.
    /// - Parameter index: the track's index in `videoTracks`.
    /// - Returns: true if the caller has to seek. False if there is no such track, it is the present one, or the medium
    ///   can't be sought in.
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
