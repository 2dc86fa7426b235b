import DequeModule

/// What passes from the demux thread to the decode thread, in order.
enum DecodeItem: Sendable {
    /// Sent once, first.
    case decoder(VideoDecoder)
    /// A run begins after a seek: what the decoder still holds is void.
    case begin(SeekPlan)
    /// A run begins after the end of the one before, which is drained first.
    case loop(SeekPlan)
    case packet(Packet)
    /// No more packets in this run, by an error where there is one.
    case end(MediaError?)
}

/// What the three threads share. Each queue's bound is what keeps the thread before it asleep.
struct PipelineState: Sendable {
    /// About a second of the heaviest streams, and some seconds of the usual ones.
    static let packetBytesLimit = 32 << 20
    static let packetCountLimit = 256

    var isClosing = false
    var loops: Bool
    /// Threads that have not come to their end.
    var runningThreads = 2
    var snapshot = MediaPipeline.Snapshot()
    var statistics = MediaPipeline.Statistics()

    /// Where to go next; the demuxer takes it, and the newest wins.
    var request: SeekPlan?
    /// The newest run and generations that were given out.
    var run = 0
    var generation = 0
    var seekGeneration = 0

    private(set) var items = Deque<DecodeItem>()
    private(set) var packetBytes = 0
    private(set) var packetCount = 0

    init(loops: Bool) { self.loops = loops }

    var hasRoom: Bool { packetCount < Self.packetCountLimit && packetBytes < Self.packetBytesLimit }

    mutating func append(_ item: DecodeItem) {
        if case .packet(let packet) = item {
            packetBytes += packet.size
            packetCount += 1
        }
        items.append(item)
    }

    mutating func popFirst() -> DecodeItem? {
        guard let item = items.popFirst() else { return nil }
        if case .packet(let packet) = item {
            packetBytes -= packet.size
            packetCount -= 1
        }
        return item
    }

    /// Voids what waits, for a new run. The decoder itself stays, should it still be waiting to be taken.
    mutating func discardItems() {
        items.removeAll { if case .decoder = $0 { false } else { true } }
        packetBytes = 0
        packetCount = 0
    }

    /// Starts a run: what waits is void, and the demuxer goes there next.
    mutating func start(_ plan: SeekPlan) {
        var plan = plan
        run += 1
        plan.run = run
        discardItems()
        request = plan
    }
}
