public import OrielLibav
import OrielMedia
import OrielPipeline
import OrielTransport

/// Selection of the sound track and the video track.
extension Player {
    /// The sound tracks, the medium's own first; empty before the medium is open, and if no sound is played
    /// (`Options.playsSound`).
    public var audioTracks: [MediaInfo.Audio] { observed(\.audioTracks, source.medium?.audioTracks ?? []) }

    /// Index of the played track in `audioTracks`; nil for none.
    ///
    /// It can change during playback. An index that isn't one of `audioTracks` has no effect. A medium that is sound
    /// only always plays a track; it can be muted.
    public var selectedAudioTrack: Int? {
        get { observed(\.selectedAudioTrack, source.medium?.selectedAudio) }
        set {
            guard let sound, newValue != selectedAudioTrack,
                newValue.map({ audioTracks.indices.contains($0) }) ?? !isSoundOnly
            else { return }
            let comes = source.selectAudio(
                newValue, at: transport.clock.mediaTime(at: now()) - sound.delay,
                generation: currentFrame?.generation ?? 0)
            if !comes { send(.seek(position)) }
            soundChanged()
        }
    }

    /// Whether the medium has only sound; its cover, title, artist and album are shown then.
    public var isSoundOnly: Bool { observed(\.isSoundOnly, source.state.isSoundOnly) }

    /// Plays the next sound track; the first after the last.
    public func selectNextAudioTrack() {
        guard !audioTracks.isEmpty else { return }
        selectedAudioTrack = selectedAudioTrack.map { ($0 + 1) % audioTracks.count } ?? 0
    }

    /// The video tracks, without covers; empty before the medium is open, and for music.
    public var videoTracks: [MediaInfo.VideoTrack] { observed(\.videoTracks, source.medium?.videoTracks ?? []) }

    /// Index of the shown track in `videoTracks`. Sound continues during a change. An invalid index, and any change in
    /// a stream that can't be sought in, has no effect.
    public var selectedVideoTrack: Int? {
        get { observed(\.selectedVideoTrack, source.medium?.selectedVideo) }
        set {
            guard let newValue, source.medium?.selectVideo(newValue) == true else { return }
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
