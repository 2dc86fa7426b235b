import DequeModule
import OrielMedia

/// What the pipeline's threads share. Each queue's bound is what keeps the thread before it asleep.
struct PipelineState: Sendable {
    var isClosing = false
    var loops: Bool
    /// Another medium's sound follows on this one's.
    var isFollowed = false
    /// Threads that have not come to their end.
    var runningThreads: Int
    var snapshot = MediaPipeline.Snapshot()
    var statistics = MediaPipeline.Statistics()

    /// Pictures are made of the fields of frames that are flagged as such.
    var deinterlaces = true

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
    var idle: Set<StreamKind> = []
    /// Streams of which was told that they can't be decoded on.
    var lost: Set<StreamKind> = []
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
    var landedRun = -1
    private var landedTime = Duration.zero
    /// The medium's first picture's time, once it is known.
    var firstPicture: Duration?
    /// The picture that a seek was for is about to be drawn.
    var drawing = DrawingHold()
    /// Somebody sees the pictures, or will want those that come now.
    var wantsPictures = true
    /// The newest run of which a picture was made.
    private var picturedRun = -1
    /// Pictures of this run were left out, for nobody saw them and sound was to go on.
    private(set) var hasLostPictures = false
    /// No pictures came for a while, though sound did, and all that came were decoded.
    private(set) var arePicturesPaused = false
    /// The next packet of pictures is the first after such a pause.
    private var isAfterPause = false
    /// No more pictures of this run are wanted, and what was decoded of it is given back.
    private(set) var release: Release?
    /// The newest epoch of sound that was given out.
    var soundEpoch = 0
    /// Until when sound was delivered, and in which turn.
    var soundEnd: Duration?
    var soundGeneration = 0
    /// The speed of what the sound's thread makes next, which has to hear of it yet where `hasNewSoundSpeed`.
    var soundSpeed = SoundSpeed()
    var hasNewSoundSpeed = false

    /// The number of the stream of pictures that is read from the next seek on; nil where there is none.
    var videoStream: Int?

    /// All sound that can be chosen, and which is played.
    var audioTracks: [AudioTrack] = []
    var audioSelection: Int?
    /// What the sound's thread has to be told of that.
    var audioSwitch: AudioSwitch?
    var shelf = AudioShelf(tracks: 0)
    /// Packets of all of them come with what is read.
    var readsAllSound = true
    /// There may be sound, now or later: its thread lives.
    var hasSound: Bool

    /// The media time whose arrival somebody waits for.
    var mark: Duration?

    var ahead: ReadAhead
    var queues: [StreamKind: Deque<DecodeItem>] = [:]
    /// How many repetitions wait in a queue: the times after the first of them are not those of the present turn.
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

    /// The decode thread is to give back what it has, or was told to.
    enum Release { case due, told }

    mutating func releasePictures() { release = .due }

    /// True once when the decode thread is to be told.
    mutating func takeRelease() -> Bool {
        guard release == .due else { return false }
        release = .told
        return true
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
        case .decoder, .begin, .end, .lost, .pause, .release, .speed, .track: break
        }
        queues[kind, default: []].append(item)
    }

    /// Whether a packet is left out: pictures that nobody sees don't keep sound from being read on. A run's first picture is made
    /// all the same, for that is what a seek is answered by.
    mutating func leavesOut(_ kind: StreamKind) -> Bool {
        guard kind == .video, kinds.contains(.audio) else { return false }
        if hasLostPictures { return true }
        guard !wantsPictures, picturedRun == run, ahead.hasEnough(.video) else { return false }
        hasLostPictures = true
        queues[.video]?.removeAll { if case .packet = $0 { true } else { false } }
        ahead.leaveOut(.video)
        return true
    }

    /// A picture was made.
    mutating func notePicture(of plan: SeekPlan) { picturedRun = max(picturedRun, plan.run) }

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

    /// True once when the pictures have begun to pause.
    mutating func takePause() -> Bool {
        guard !arePicturesPaused, isStarved(.video), !isReadToEnd, ahead.pausing.contains(.video) else { return false }
        arePicturesPaused = true
        isAfterPause = true
        return true
    }

    /// True once when the first packet after a pause was taken.
    mutating func takeResumption() -> Bool {
        defer { isAfterPause = false }
        return isAfterPause
    }

    /// A picture is there again.
    mutating func endPause() { arePicturesPaused = false }

    private mutating func forgetPause() {
        arePicturesPaused = false
        isAfterPause = false
    }

    /// The sound that waits holds up the reading of what is wanted more: nothing goes on without a picture, and none comes of which
    /// it is known how much later.
    var isSoundInTheWay: Bool {
        ahead.laggards.contains(.video) && !(landedRun == run && ahead.pausing.contains(.video))
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
    var endsRest: Bool { isResting && (ahead.isLow || isSoundInTheWay) }

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
        forgetPause()
        for item in queues[kind] ?? [] {
            switch item {
            case .packet(let packet): ahead.extend(kind, to: packet.end)
            case .loop: return
            case .decoder, .begin, .end, .lost, .pause, .release, .speed, .track: break
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
        forgetPause()
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
        release = nil
        snapshot.arePicturesLost = false
        discardItems()
        request = plan
    }
}
