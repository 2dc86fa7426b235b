import OrielMedia
public import OrielPlayback
import OrielTransport

/// Which sound of its medium a player plays.
extension Player {
    /// The sound there is, the medium's own first; none before it is open, and where none is played (`Options.playsSound`).
    public var audioTracks: [MediaInfo.Audio] { source.audioTracks }

    /// The one that is heard, by its place in `audioTracks`; nil for none. It changes while the picture goes on. A number that
    /// is no place counts as none. Of music something is always heard: it can be muted.
    public var selectedAudioTrack: Int? {
        get { source.selectedAudio }
        set {
            let index = newValue.flatMap { audioTracks.indices.contains($0) ? $0 : nil }
            guard let sound, index != selectedAudioTrack, index != nil || !isSoundOnly else { return }
            let comes = source.selectAudio(
                index, at: transport.clock.mediaTime(at: now()) - sound.delay, generation: currentFrame?.generation ?? 0
            )
            if !comes { seek(to: position) }
            soundChanged()
        }
    }

    /// Whether its medium is sound alone, and its picture a cover or a title.
    public var isSoundOnly: Bool { source.state.isSoundOnly }

    /// Plays the next sound; after the last, the first.
    public func selectNextAudioTrack() {
        guard !audioTracks.isEmpty else { return }
        selectedAudioTrack = selectedAudioTrack.map { ($0 + 1) % audioTracks.count } ?? 0
    }
}
