import OrielMedia

/// Which sound is played, how fast, and what is kept of the others.
extension PipelineState {
    /// Sound is wanted at another speed from a media time of a generation on.
    mutating func setSoundSpeed(_ speed: Double, at position: Duration, generation: Int) {
        soundEpoch += 1
        soundSpeed = SoundSpeed(speed: speed, position: position, generation: generation, epoch: soundEpoch)
        hasNewSoundSpeed = true
    }

    /// The speed that is wanted, where that is news.
    mutating func takeSoundSpeed() -> SoundSpeed? {
        guard hasNewSoundSpeed else { return nil }
        hasNewSoundSpeed = false
        return soundSpeed
    }

    // MARK: Tracks of sound

    /// What there is to choose from, and what is played of it with a decoder that is open. Without any its thread ends.
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

    /// Another track, or none, from where it is heard now in a generation of the pictures.
    mutating func selectAudio(_ index: Int?, at position: Duration, generation: Int) {
        audioSelection = index
        muteAudio()
        guard let index else { return audioSwitch = AudioSwitch(epoch: soundEpoch) }
        let plan = shelf.plan
        // What is seen may be of a turn that was forgotten.
        let start = plan.map { $0.generation > generation ? firstPicture ?? .zero : position }
        let isLanded = plan.map { landedRun == $0.run } ?? false
        audioSwitch = AudioSwitch(
            track: audioTracks[index], plan: plan, position: isLanded ? start : nil, epoch: soundEpoch)
        ahead.play(.audio)
        guard plan != nil else { return }
        let from = (start ?? position) - Self.soundPreroll
        for item in shelf.items(of: index, from: from) { append(item, to: .audio) }
    }

    /// So much of a track before what is heard first is decoded as well.
    private static let soundPreroll = Duration.milliseconds(300)
    /// So much of it is kept behind what a renderer was given, for one second of which it may be late.
    private static let shelved = Duration.milliseconds(2500)

    /// Whether sound was read until a time.
    func hasSound(until time: Duration) -> Bool { ahead.end(of: .audio).map { $0 > time } ?? false }

    /// The number of the stream of what is played in the medium itself.
    var audioStream: CInt? {
        audioSelection.flatMap { audioTracks[$0].info.file == nil ? CInt(audioTracks[$0].info.stream) : nil }
    }

    /// What waits of sound is void, and none is waited for.
    private mutating func muteAudio() {
        ahead.drop(.audio)
        queues[.audio] = nil
        turns[.audio] = nil
        idle.remove(.audio)
        ended.remove(.audio)
        soundEnd = nil
        soundEpoch += 1
    }

    /// Whether the sound's thread has something new to hear of.
    var hasSoundNews: Bool { hasNewSoundSpeed || audioSwitch != nil }

    /// What is new for the sound's thread.
    mutating func takeSoundNews() -> DecodeItem? {
        if let speed = takeSoundSpeed() { return .speed(speed) }
        defer { audioSwitch = nil }
        return audioSwitch.map { .track($0) }
    }

    /// Keeps a packet of sound for whoever chooses its track later.
    mutating func shelve(_ packet: Packet, of track: Int) {
        guard audioTracks.count > 1 else { return }
        // A turn's sound is drained when the next one's packets are the present ones already.
        let heard =
            audioSelection == nil ? ahead.taken(of: .video) : soundGeneration == shelf.plan?.generation ? soundEnd : nil
        shelf.append(
            packet, of: track, forgettingBefore: heard.map { $0 - Self.shelved * max(1, soundSpeed.speed) })
    }
}
