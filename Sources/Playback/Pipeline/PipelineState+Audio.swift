import OrielDecode
import OrielLibav

/// Selection of the audio track, and the packets kept of the other tracks.
extension PipelineState {
    /// Sets the audio tracks of the opened medium and the played one with its open decoder. Without tracks, the audio
    /// thread ends.
    mutating func setAudio(_ tracks: [AudioTrack], selection: Int?, decoder: AudioDecoder?, readsAll: Bool) {
        let tracks = audio.isPossible ? tracks : []
        audioTracks = tracks
        audio.readsAllTracks = readsAll
        shelf = AudioShelf(tracks: tracks.count)
        audio.selection = decoder == nil ? nil : selection
        audio.isPossible = !tracks.isEmpty && audio.isPossible
        if let decoder, audio.isPossible {
            audioSwitch = AudioSwitch(track: decoder.track, decoder: decoder)
        } else {
            muteAudio()
        }
    }

    /// Selects another track, or none, from the time that is heard now.
    ///
    /// Discards queued audio, passes the change to the audio decode thread, and refills the queue with the packets that
    /// the shelf holds of the new track.
    /// - Parameters:
    ///   - index: index of the track; nil for none.
    ///   - position: the media time that is heard now.
    ///   - generation: the generation of the frame that is shown now.
    mutating func selectAudio(_ index: Int?, at position: Duration, generation: Int) {
        audio.selection = index
        muteAudio()
        guard let index else { return audioSwitch = AudioSwitch(epoch: audio.epoch) }
        let plan = shelf.plan
        // The shown frame may belong to a repetition whose packets the shelf has dropped.
        let start = plan.map { $0.generation > generation ? firstFrames.ofMedium ?? .zero : position }
        let isLanded = plan.map { firstFrames.time(of: $0.run) != nil } ?? false
        audioSwitch = AudioSwitch(
            track: audioTracks[index], plan: plan, position: isLanded ? start : nil, epoch: audio.epoch)
        ahead.play(.audio)
        guard plan != nil else { return }
        let from = (start ?? position) - Self.soundPreroll
        for item in shelf.items(of: index, from: from) { append(item, to: .audio) }
    }

    /// Length of audio before the first audible sample that is decoded as well.
    private static let soundPreroll = Duration.milliseconds(300)
    /// Length of audio kept behind what the renderer was given: the renderer may be late by a second.
    private static let shelved = Duration.milliseconds(2500)

    /// Whether audio was read until `time`.
    func hasSound(until time: Duration) -> Bool { ahead.end(of: .audio).map { $0 > time } ?? false }

    /// Index of the played audio stream in the medium itself; nil if none, or if it is from another file.
    var audioStream: CInt? {
        audio.selection.flatMap { audioTracks[$0].info.file == nil ? CInt(audioTracks[$0].info.stream) : nil }
    }

    /// Discards queued audio, and counts audio as not played.
    private mutating func muteAudio() {
        ahead.drop(.audio)
        queues.removeAll(of: .audio)
        progress.resume(.audio)
        audio.discard()
    }

    /// Whether the audio decode thread has a change to take.
    var hasSoundNews: Bool { audio.hasNewSpeed || audioSwitch != nil }

    /// Takes the next change for the audio decode thread; nil if there is none.
    mutating func takeSoundNews() -> DecodeItem? {
        if let speed = audio.takeSpeed() { return .speed(speed) }
        defer { audioSwitch = nil }
        return audioSwitch.map { .track($0) }
    }

    /// Keeps an audio packet for a later change of track.
    mutating func shelve(_ packet: Packet, of track: Int) {
        guard audioTracks.count > 1 else { return }
        // When a repetition's audio is drained, the shelf's present repetition is already the next one.
        let heard =
            audio.selection == nil
            ? ahead.taken(of: .video) : audio.generation == shelf.plan?.generation ? audio.end : nil
        shelf.append(
            packet, of: track, forgettingBefore: heard.map { $0 - Self.shelved * max(1, audio.speed.speed) })
    }
}
