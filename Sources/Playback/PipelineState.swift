import DequeModule

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

    /// A stream's decoder.
    enum Decoder: Sendable {
        case video(VideoDecoder)
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
    /// Decode threads that wait for packets.
    private(set) var idle: Set<StreamKind> = []
    /// Streams whose last frame of this run was delivered.
    var ended: Set<StreamKind> = []

    /// The media time whose arrival somebody waits for.
    var mark: Duration?

    private(set) var ahead: ReadAhead
    private var queues: [StreamKind: Deque<DecodeItem>] = [:]
    /// How many repetitions wait in a queue: the times after the first of them are not those of the present turn.
    private var turns: [StreamKind: Int] = [:]

    init(loops: Bool, kinds: Set<StreamKind>) {
        self.loops = loops
        ahead = ReadAhead(kinds)
        runningThreads = kinds.count + 1
    }

    /// The streams that are played.
    var kinds: Set<StreamKind> { ahead.kinds }

    mutating func append(_ item: DecodeItem, to kind: StreamKind) {
        switch item {
        case .packet(let packet):
            ahead.add(kind, bytes: packet.size, end: turns[kind, default: 0] == 0 ? packet.end : nil)
        case .loop: turns[kind, default: 0] += 1
        case .decoder, .begin, .end: break
        }
        queues[kind, default: []].append(item)
    }

    /// To every stream's queue, whether there is room or not.
    mutating func appendToAll(_ item: DecodeItem) {
        if case .end(let error) = item {
            isReadToEnd = true
            breakage = error
        }
        for kind in kinds { append(item, to: kind) }
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
        case .decoder, .begin, .end: break
        }
        return item
    }

    /// What will be told behind all that was read; nil while a repetition waits to be decoded first.
    var readFailure: MediaError? { turns.values.allSatisfy { $0 == 0 } ? breakage : nil }

    /// Whether a decode thread sleeps for want of packets.
    func isStarved(_ kind: StreamKind) -> Bool { idle.contains(kind) && queues[kind]?.isEmpty != false }

    /// True once when what was waited for has come, or doesn't for now.
    mutating func takeMark() -> Bool {
        guard let mark else { return false }
        let isBuffered = ahead.bufferedUntil.map { $0 >= mark } ?? false
        let isOver = isReadToEnd || snapshot.phase != .ready && snapshot.phase != .opening
        guard isBuffered || isOver || !ahead.hasRoom else { return false }
        self.mark = nil
        return true
    }

    /// The next repetition is the present one: what waits of it counts from now on.
    private mutating func startTurn(of kind: StreamKind) {
        turns[kind, default: 1] -= 1
        ahead.restart(kind)
        for item in queues[kind] ?? [] {
            switch item {
            case .packet(let packet): ahead.extend(kind, to: packet.end)
            case .loop: return
            case .decoder, .begin, .end: break
            }
        }
    }

    /// Voids what waits, for a new run. The decoder itself stays, should it still be waiting to be taken.
    mutating func discardItems() {
        for kind in kinds { queues[kind]?.removeAll { if case .decoder = $0 { false } else { true } } }
        turns = [:]
        ahead.clear()
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
        discardItems()
        request = plan
    }
}
