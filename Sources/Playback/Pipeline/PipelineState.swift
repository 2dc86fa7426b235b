import DequeModule
import OrielMedia

/// State shared by the pipeline's threads, behind the monitor. The bounds of the queues are what makes the thread
/// before each sleep.
struct PipelineState: Sendable {
    var isClosing = false
    var loops: Bool
    /// Whether another medium's audio follows this one's.
    var isFollowed = false
    /// Number of threads that have not ended.
    var runningThreads: Int
    var snapshot = MediaPipeline.Snapshot()
    var statistics = MediaPipeline.Statistics()

    /// Whether frames flagged as interlaced are split into fields.
    var deinterlaces = true

    /// The medium's own subtitle streams, in the container's order.
    var subtitles: [SubtitleStream] = []

    /// The newest seek request that the demuxer has not taken.
    var request: SeekPlan?
    /// Newest run, generation, and generation of a seek that were given out.
    var run = 0
    var generation = 0
    var seekGeneration = 0

    /// Whether the demuxer has read everything in this run.
    private(set) var isReadToEnd = false
    /// The error that ended reading in this run; nil at a regular end.
    private var breakage: MediaError?
    /// Whether the demuxer sleeps until there is plenty of room. A wakeup for each packet would cost as much as the
    /// packet.
    var isResting = false
    /// Streams whose decode threads wait for packets.
    var idle: Set<StreamKind> = []
    /// Streams already reported as undecodable.
    var lost: Set<StreamKind> = []
    /// Streams whose last frame of this run was delivered.
    var ended: Set<StreamKind> = []

    /// The newest run that has a first frame, and the frame's time, at which audio begins.
    var landing: (run: Int, time: Duration)? {
        get { landedRun < 0 ? nil : (landedRun, landedTime) }
        set {
            landedRun = newValue?.run ?? -1
            landedTime = newValue?.time ?? .zero
        }
    }
    var landedRun = -1
    private var landedTime = Duration.zero
    /// Time of the medium's first frame; nil until it is known.
    var firstPicture: Duration?
    /// Hold of further decoding until the frame of a seek is drawn.
    var drawing = DrawingHold()
    /// Whether frames are seen, or will be wanted when they come.
    var wantsPictures = true
    /// Newest run that has delivered a frame.
    private var picturedRun = -1
    /// Whether video packets of this run are dropped because frames aren't seen and audio shall go on.
    private(set) var hasLostPictures = false
    /// Whether video is missing for a while although audio came, and all of it that came was decoded.
    private(set) var arePicturesPaused = false
    /// Whether the next video packet is the first after a pause.
    private var isAfterPause = false
    /// Progress of a request to free the decoded frames; nil if there was none in this run.
    private(set) var release: Release?
    /// Newest audio epoch that was given out.
    var soundEpoch = 0
    /// Media time until which audio was delivered, and the generation it belongs to.
    var soundEnd: Duration?
    var soundGeneration = 0
    /// Speed for audio that is made next. The audio decode thread has yet to take it while `hasNewSoundSpeed`.
    var soundSpeed = SoundSpeed()
    var hasNewSoundSpeed = false

    /// Index of the video stream that is read from the next seek on; nil if there is none.
    var videoStream: Int?

    /// All audio tracks that can be chosen, and the index of the played one.
    var audioTracks: [AudioTrack] = []
    var audioSelection: Int?
    /// Change of track that the audio decode thread has yet to take.
    var audioSwitch: AudioSwitch?
    var shelf = AudioShelf(tracks: 0)
    /// Whether packets of all audio tracks are read; if false, only those of the played one.
    var readsAllSound = true
    /// Whether audio is or may be played, so that its thread lives.
    var hasSound: Bool

    /// Media time for whose arrival `wake(whenBufferedUntil:)` waits.
    var mark: Duration?

    var ahead: ReadAhead
    var queues: [StreamKind: Deque<DecodeItem>] = [:]
    /// Number of repetitions that wait in each queue. Times after the first of them don't belong to the present
    /// repetition.
    var turns: [StreamKind: Int] = [:]

    init(loops: Bool, speed: Double = 1, firstGeneration: Int = 0, kinds: Set<StreamKind>) {
        generation = firstGeneration
        seekGeneration = firstGeneration
        self.loops = loops
        soundSpeed.speed = speed
        hasSound = kinds.contains(.audio)
        ahead = ReadAhead(kinds)
        runningThreads = kinds.count + 1
    }

    /// Progress of freeing frames: to be passed to the decode thread, or passed.
    enum Release { case due, told }

    mutating func releasePictures() { release = .due }

    /// Returns true once, when the decode thread has to free its frames.
    mutating func takeRelease() -> Bool {
        guard release == .due else { return false }
        release = .told
        return true
    }

    /// The streams that are played.
    var kinds: Set<StreamKind> { ahead.kinds }
    /// Whether the medium is audio only: the decode thread shows one fixed frame, and no video is read.
    private(set) var isSoundOnly = false
    /// Streams whose threads receive the beginnings of runs and repetitions.
    private var told: Set<StreamKind> { isSoundOnly ? kinds.union([.video]) : kinds }

    /// Marks the medium as audio only.
    mutating func leavePictures() {
        isSoundOnly = true
        ahead.drop(.video)
    }

    mutating func append(_ item: DecodeItem, to kind: StreamKind) {
        switch item {
        case .packet(let packet):
            ahead.add(kind, bytes: packet.size, end: turns[kind, default: 0] == 0 ? packet.end : nil)
        case .loop: turns[kind, default: 0] += 1
        case .decoder, .begin, .end, .lost, .pause, .release, .speed, .track: break
        }
        queues[kind, default: []].append(item)
    }

    /// Whether a packet shall be dropped, so that video that isn't seen doesn't keep audio from being read.
    ///
    /// Drops the queued video packets too when it becomes true. The first frame of a run is always made, since it
    /// answers the seek.
    mutating func leavesOut(_ kind: StreamKind) -> Bool {
        guard kind == .video, kinds.contains(.audio) else { return false }
        if hasLostPictures { return true }
        guard !wantsPictures, picturedRun == run, ahead.hasEnough(.video) else { return false }
        hasLostPictures = true
        queues[.video]?.removeAll { if case .packet = $0 { true } else { false } }
        ahead.leaveOut(.video)
        return true
    }

    /// Notes that a run has made a frame.
    mutating func notePicture(of plan: SeekPlan) { picturedRun = max(picturedRun, plan.run) }

    /// Whether the thread of a stream has something to wait for.
    func isPlayed(_ kind: StreamKind) -> Bool { told.contains(kind) || kind == .audio && hasSound }

    /// Drops the oldest queued packet of a stream.
    mutating func dropOldestPacket(of kind: StreamKind) {
        guard let index = queues[kind]?.firstIndex(where: { if case .packet = $0 { true } else { false } }),
            case .packet(let packet)? = queues[kind]?.remove(at: index)
        else { return }
        ahead.remove(kind, bytes: packet.size, end: packet.end)
    }

    /// Appends an item to each stream's queue, regardless of room.
    mutating func appendToAll(_ item: DecodeItem) {
        if case .end(let error) = item {
            isReadToEnd = true
            breakage = error
        }
        switch item {
        case .begin(let plan): shelf.begin(plan)
        case .loop, .end: shelf.append(item)
        case .decoder, .lost, .packet, .pause, .release, .speed, .track: break
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
        case .decoder, .begin, .end, .lost, .pause, .release, .speed, .track: break
        }
        return item
    }

    /// Returns true once, when video has begun to pause.
    mutating func takePause() -> Bool {
        guard !arePicturesPaused, isStarved(.video), !isReadToEnd, ahead.pausing.contains(.video) else { return false }
        arePicturesPaused = true
        isAfterPause = true
        return true
    }

    /// Returns true once, for the first video packet after a pause.
    mutating func takeResumption() -> Bool {
        defer { isAfterPause = false }
        return isAfterPause
    }

    /// Ends a pause, since a frame came.
    mutating func endPause() { arePicturesPaused = false }

    private mutating func forgetPause() {
        arePicturesPaused = false
        isAfterPause = false
    }

    /// Whether queued audio keeps the demuxer from reading on to the next frame, without which playback can't go on.
    /// False if video is known to pause.
    var isSoundInTheWay: Bool {
        ahead.laggards.contains(.video) && !(landedRun == run && ahead.pausing.contains(.video))
    }

    /// The error behind everything that was read; nil while a queued repetition has to be decoded first.
    var readFailure: MediaError? { turns.values.allSatisfy { $0 == 0 } ? breakage : nil }

    /// Media time at which the audio of this run ends, once all of it was read.
    var soundUntil: Duration? {
        guard kinds.contains(.audio), isReadToEnd else { return nil }
        return [soundEnd, ended.contains(.audio) ? nil : ahead.end(of: .audio)].compactMap(\.self).max()
    }

    /// Whether the packet queues are full; reading goes on when packets are taken.
    var isFull: Bool { isResting || !ahead.hasRoom }

    /// Whether the sleeping demuxer has to look again.
    var endsRest: Bool { isResting && (ahead.isLow || isSoundInTheWay) }

    /// Whether a decode thread sleeps for lack of packets.
    func isStarved(_ kind: StreamKind) -> Bool { idle.contains(kind) && queues[kind]?.isEmpty != false }

    /// Returns true once, when the marked time was read or no more is read for now.
    mutating func takeMark() -> Bool {
        guard let mark else { return false }
        let isBuffered = ahead.bufferedUntil.map { $0 >= mark } ?? false
        let isOver = isReadToEnd || snapshot.phase != .ready && snapshot.phase != .opening
        guard isBuffered || isOver || isFull else { return false }
        self.mark = nil
        return true
    }

    /// Makes the next repetition the present one: its queued packets count for `ahead` from now on.
    private mutating func startTurn(of kind: StreamKind) {
        turns[kind, default: 1] -= 1
        if kind == .audio || !kinds.contains(.audio) { shelf.startTurn() }
        guard kinds.contains(kind) else { return }
        ahead.restart(kind)
        forgetPause()
        for item in queues[kind] ?? [] {
            switch item {
            case .packet(let packet): ahead.extend(kind, to: packet.end)
            case .loop: return
            case .decoder, .begin, .end, .lost, .pause, .release, .speed, .track: break
            }
        }
    }

    /// Drops the queued items for a new run. A decoder that was not taken yet stays.
    mutating func discardItems() {
        for kind in told { queues[kind]?.removeAll { if case .decoder = $0 { false } else { true } } }
        turns = [:]
        shelf.begin(nil)
        audioSwitch?.plan = nil
        audioSwitch?.position = nil
        ahead.clear()
        forgetPause()
        isResting = false
        isReadToEnd = false
    }

    /// Starts a run: drops the queued items and makes the plan the demuxer's next request.
    mutating func start(_ plan: SeekPlan) {
        var plan = plan
        run += 1
        plan.run = run
        ended = []
        mark = nil
        breakage = nil
        soundEnd = nil
        hasLostPictures = false
        release = nil
        snapshot.arePicturesLost = false
        discardItems()
        request = plan
    }
}
