import DequeModule
import OrielMedia

/// What passes from the demux thread to a decode thread, in order.
enum DecodeItem: Sendable {
    /// Sent once, first.
    case decoder(Decoder)
    /// A run begins after a seek: what the decoder still holds is void.
    case begin(SeekPlan)
    /// A run begins after the end of the one before, which is drained first.
    case loop(SeekPlan)
    case packet(Packet)
    /// No more packets in this run, by an error where there is one.
    case end(MediaError?)
    /// Sound is wanted at another speed; of what waits in the queue nothing is void.
    case speed(SoundSpeed)
    /// Another track of sound is wanted; what follows in the queue is of that.
    case track(AudioSwitch)

    /// A stream's decoder.
    enum Decoder: Sendable {
        case video(VideoDecoder)
        /// Of sound only: its one picture, and how long it is.
        case picture(VideoFrame, length: Duration?)
    }
}

/// What the pipeline's threads share. Each queue's bound is what keeps the thread before it asleep.
struct PipelineState: Sendable {
    var isClosing = false
    var loops: Bool
    /// Threads that have not come to their end.
    var runningThreads: Int
    var snapshot = MediaPipeline.Snapshot()
    var statistics = MediaPipeline.Statistics()

    /// The medium's own, in the container's order.
    var subtitles: [SubtitleStream] = []

    /// Where to go next; the demuxer takes it, and the newest wins.
    var request: SeekPlan?
    /// The newest run and generations that were given out.
    var run = 0
    var generation = 0
    var seekGeneration = 0

    /// The demuxer has read all there is in this run.
    private(set) var isReadToEnd = false
    /// What ended this run's reading, where that was no end.
    private var breakage: MediaError?
    /// The demuxer found no room, and rests until there is much of it: to wake it for each packet would cost as much as the
    /// packet.
    var isResting = false
    /// Decode threads that wait for packets.
    private(set) var idle: Set<StreamKind> = []
    /// Streams whose last frame of this run was delivered.
    var ended: Set<StreamKind> = []

    /// The run whose first picture came, and its time: sound begins there.
    var landing: (run: Int, time: Duration)? {
        get { landedRun < 0 ? nil : (landedRun, landedTime) }
        set {
            landedRun = newValue?.run ?? -1
            landedTime = newValue?.time ?? .zero
        }
    }
    private var landedRun = -1
    private var landedTime = Duration.zero
    /// The medium's first picture's time, once it is known.
    var firstPicture: Duration?
    /// Somebody sees the pictures, or will want those that come now.
    var wantsPictures = true
    /// Pictures of this run were left out, for nobody saw them and sound was to go on.
    private(set) var hasLostPictures = false
    /// The newest epoch of sound that was given out.
    var soundEpoch = 0
    /// Until when sound was delivered, and in which turn.
    var soundEnd: Duration?
    var soundGeneration = 0
    /// The speed of what the sound's thread makes next, which has to hear of it yet where `hasNewSoundSpeed`.
    private(set) var soundSpeed = SoundSpeed()
    private(set) var hasNewSoundSpeed = false

    /// All sound that can be chosen, and which is played.
    private(set) var audioTracks: [AudioTrack] = []
    private(set) var audioSelection: Int?
    /// What the sound's thread has to be told of that.
    private var audioSwitch: AudioSwitch?
    private var shelf = AudioShelf(tracks: 0)
    /// Packets of all of them come with what is read.
    private(set) var readsAllSound = true
    /// There may be sound, now or later: its thread lives.
    private(set) var hasSound: Bool

    /// The media time whose arrival somebody waits for.
    var mark: Duration?

    private(set) var ahead: ReadAhead
    private var queues: [StreamKind: Deque<DecodeItem>] = [:]
    /// How many repetitions wait in a queue: the times after the first of them are not those of the present turn.
    private var turns: [StreamKind: Int] = [:]

    init(loops: Bool, speed: Double = 1, kinds: Set<StreamKind>) {
        self.loops = loops
        soundSpeed.speed = speed
        hasSound = kinds.contains(.audio)
        ahead = ReadAhead(kinds)
        runningThreads = kinds.count + 1
    }

    /// The streams that are played.
    var kinds: Set<StreamKind> { ahead.kinds }
    /// There are no pictures to be read: the decode thread has its one.
    private(set) var isSoundOnly = false
    /// The threads that are told of runs and turns.
    private var told: Set<StreamKind> { isSoundOnly ? kinds.union([.video]) : kinds }

    /// Packets are of sound alone from now on.
    mutating func leavePictures() {
        isSoundOnly = true
        ahead.drop(.video)
    }

    mutating func append(_ item: DecodeItem, to kind: StreamKind) {
        switch item {
        case .packet(let packet):
            ahead.add(kind, bytes: packet.size, end: turns[kind, default: 0] == 0 ? packet.end : nil)
        case .loop: turns[kind, default: 0] += 1
        case .decoder, .begin, .end, .speed, .track: break
        }
        queues[kind, default: []].append(item)
    }

    /// Whether a packet is left out: pictures that nobody sees don't keep sound from being read on.
    mutating func leavesOut(_ kind: StreamKind) -> Bool {
        guard kind == .video, kinds.contains(.audio) else { return false }
        if hasLostPictures { return true }
        guard !wantsPictures, ahead.hasEnough(.video) else { return false }
        hasLostPictures = true
        queues[.video]?.removeAll { if case .packet = $0 { true } else { false } }
        ahead.clear(.video)
        return true
    }

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

    /// Whether a kind's thread has something to wait for.
    func isPlayed(_ kind: StreamKind) -> Bool { told.contains(kind) || kind == .audio && hasSound }

    /// Leaves out the oldest packet of a stream.
    mutating func dropOldestPacket(of kind: StreamKind) {
        guard let index = queues[kind]?.firstIndex(where: { if case .packet = $0 { true } else { false } }),
            case .packet(let packet)? = queues[kind]?.remove(at: index)
        else { return }
        ahead.remove(kind, bytes: packet.size, end: packet.end)
    }

    /// To every stream's queue, whether there is room or not.
    mutating func appendToAll(_ item: DecodeItem) {
        if case .end(let error) = item {
            isReadToEnd = true
            breakage = error
        }
        switch item {
        case .begin(let plan): shelf.begin(plan)
        case .loop, .end: shelf.append(item)
        case .decoder, .packet, .speed, .track: break
        }
        for kind in told { append(item, to: kind) }
    }

    mutating func popFirst(_ kind: StreamKind) -> DecodeItem? {
        guard let item = queues[kind]?.popFirst() else {
            idle.insert(kind)
            return nil
        }
        idle.remove(kind)
        switch item {
        case .packet(let packet): ahead.remove(kind, bytes: packet.size, end: packet.end)
        case .loop: startTurn(of: kind)
        case .decoder, .begin, .end, .speed, .track: break
        }
        return item
    }

    /// What will be told behind all that was read; nil while a repetition waits to be decoded first.
    var readFailure: MediaError? { turns.values.allSatisfy { $0 == 0 } ? breakage : nil }

    /// Until when there is sound in this run, once all of it was read.
    var soundUntil: Duration? {
        guard kinds.contains(.audio), isReadToEnd else { return nil }
        return [soundEnd, ended.contains(.audio) ? nil : ahead.end(of: .audio)].compactMap(\.self).max()
    }

    /// As much was read as may wait; reading goes on when some of it was taken.
    var isFull: Bool { isResting || !ahead.hasRoom }

    /// Whether the demuxer, which rests, is to look again.
    var endsRest: Bool { isResting && (ahead.isLow || ahead.laggards.contains(.video)) }

    /// Whether a decode thread sleeps for want of packets.
    func isStarved(_ kind: StreamKind) -> Bool { idle.contains(kind) && queues[kind]?.isEmpty != false }

    /// True once when what was waited for has come, or doesn't for now.
    mutating func takeMark() -> Bool {
        guard let mark else { return false }
        let isBuffered = ahead.bufferedUntil.map { $0 >= mark } ?? false
        let isOver = isReadToEnd || snapshot.phase != .ready && snapshot.phase != .opening
        guard isBuffered || isOver || isFull else { return false }
        self.mark = nil
        return true
    }

    /// The next repetition is the present one: what waits of it counts from now on.
    private mutating func startTurn(of kind: StreamKind) {
        turns[kind, default: 1] -= 1
        if kind == .audio || !kinds.contains(.audio) { shelf.startTurn() }
        guard kinds.contains(kind) else { return }
        ahead.restart(kind)
        for item in queues[kind] ?? [] {
            switch item {
            case .packet(let packet): ahead.extend(kind, to: packet.end)
            case .loop: return
            case .decoder, .begin, .end, .speed, .track: break
            }
        }
    }

    /// Voids what waits, for a new run. The decoder itself stays, should it still be waiting to be taken.
    mutating func discardItems() {
        for kind in told { queues[kind]?.removeAll { if case .decoder = $0 { false } else { true } } }
        turns = [:]
        shelf.begin(nil)
        audioSwitch?.plan = nil
        audioSwitch?.position = nil
        ahead.clear()
        isResting = false
        isReadToEnd = false
    }

    /// Starts a run: what waits is void, and the demuxer goes there next.
    mutating func start(_ plan: SeekPlan) {
        var plan = plan
        run += 1
        plan.run = run
        ended = []
        mark = nil
        breakage = nil
        soundEnd = nil
        hasLostPictures = false
        discardItems()
        request = plan
    }
}
