import OrielMedia

/// Selection of the audio track, its speed, and the packets kept of the other tracks.
extension PipelineState {
    /// Requests another speed from a media time of a generation on.
    mutating func setSoundSpeed(_ speed: Double, at position: Duration, generation: Int) {
        soundEpoch += 1
        soundSpeed = SoundSpeed(speed: speed, position: position, generation: generation, epoch: soundEpoch)
        hasNewSoundSpeed = true
    }

    /// Takes a change of speed; nil if there is none.
    mutating func takeSoundSpeed() -> SoundSpeed? {
        guard hasNewSoundSpeed else { return nil }
        hasNewSoundSpeed = false
        return soundSpeed
    }

    // MARK: Audio tracks

    /// Sets the audio tracks of the opened medium and the played one with its open decoder. Without tracks, the audio
    /// thread ends.
    mutating func setAudio(_ tracks: [AudioTrack], selection: Int?, decoder: AudioDecoder?, readsAll: Bool) {
        let tracks = hasSound ? tracks : []
        audioTracks = tracks
        readsAllSound = readsAll
        shelf = AudioShelf(tracks: tracks.count)
        audioSelection = decoder == nil ? nil : selection
        hasSound = !tracks.isEmpty && hasSound
        if let decoder, hasSound {
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
        audioSelection = index
        muteAudio()
        guard let index else { return audioSwitch = AudioSwitch(epoch: soundEpoch) }
        let plan = shelf.plan
        // The shown frame may belong to a repetition whose packets the shelf has dropped.
        let start = plan.map { $0.generation > generation ? firstPicture ?? .zero : position }
        let isLanded = plan.map { landedRun == $0.run } ?? false
        audioSwitch = AudioSwitch(
            track: audioTracks[index], plan: plan, position: isLanded ? start : nil, epoch: soundEpoch)
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
        audioSelection.flatMap { audioTracks[$0].info.file == nil ? CInt(audioTracks[$0].info.stream) : nil }
    }

    /// Discards queued audio, and counts audio as not played.
    private mutating func muteAudio() {
        ahead.drop(.audio)
        queues[.audio] = nil
        turns[.audio] = nil
        idle.remove(.audio)
        ended.remove(.audio)
        soundEnd = nil
        soundEpoch += 1
    }

    /// Whether the audio decode thread has a change to take.
    var hasSoundNews: Bool { hasNewSoundSpeed || audioSwitch != nil }

    /// Takes the next change for the audio decode thread; nil if there is none.
    mutating func takeSoundNews() -> DecodeItem? {
        if let speed = takeSoundSpeed() { return .speed(speed) }
        defer { audioSwitch = nil }
        return audioSwitch.map { .track($0) }
    }

    /// Keeps an audio packet for a later change of track.
    mutating func shelve(_ packet: Packet, of track: Int) {
        guard audioTracks.count > 1 else { return }
        // When a repetition's audio is drained, the shelf's present repetition is already the next one.
        let heard =
            audioSelection == nil ? ahead.taken(of: .video) : soundGeneration == shelf.plan?.generation ? soundEnd : nil
        shelf.append(
            packet, of: track, forgettingBefore: heard.map { $0 - Self.shelved * max(1, soundSpeed.speed) })
    }
}
