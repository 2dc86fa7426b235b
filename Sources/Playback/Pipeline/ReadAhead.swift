package import OrielLibav

/// Accounting of the packet queues: decides whether the demuxer reads on. Value code.
///
/// A container orders packets as it likes, so one stream's queue may be full while another's is empty. Stopping then
/// would leave the second decoder waiting for packets that come only after those without room. So the demuxer reads on
/// while any stream lacks packets, up to hard totals. When a total is reached, streams with empty queues are
/// `laggards`, and the others must not wait for them.
package struct ReadAhead: Hashable, Sendable {
    /// Amount with which a stream has enough: about a second of the heaviest streams, several seconds of usual ones.
    package static let enoughBytes = 32 << 20
    package static let enoughPackets = 256
    /// Totals of all streams, never exceeded even if a stream lacks packets.
    package static let totalBytes = 96 << 20
    package static let totalPackets = 8192
    /// Video this far ahead of its decoder stops reading even if another stream lacks packets. Audio is small and
    /// bounded by the totals.
    package static let lead = Duration.seconds(30)
    /// A stream whose packets end this much before another's is sparse, or has ended.
    package static let spread = Duration.seconds(5)
    /// The same limit for live streams, where a longer wait would be audible.
    package static let liveSpread = Duration.seconds(2)
    /// Part of each limit below which a demuxer that found no room reads on.
    private static let resumption = 0.75

    /// The limit in use: `spread` or `liveSpread`.
    package var spread = ReadAhead.spread

    /// Accounting of one stream's queue.
    private struct Queue: Hashable, Sendable {
        var packets = 0
        var bytes = 0
        /// Whether the stream's packets are dropped.
        var isLeftOut = false
        /// End of the last packet that the decoder took, and of the last packet that was read.
        var taken: Duration?
        var read: Duration?

        var hasEnough: Bool { packets >= enoughPackets || bytes >= enoughBytes }
        var lacksPackets: Bool { !isLeftOut && !hasEnough }
        var isEmpty: Bool { !isLeftOut && packets == 0 }
        var lead: Duration { read.map { $0 - (taken ?? .zero) } ?? .zero }
    }

    private var queues: [StreamKind: Queue] = [:]

    package init(_ kinds: some Sequence<StreamKind>) { for kind in kinds { queues[kind] = Queue() } }

    /// The streams that are played.
    package var kinds: Set<StreamKind> { Set(queues.keys) }
    package var packets: Int { queues.values.reduce(0) { $0 + $1.packets } }
    package var bytes: Int { queues.values.reduce(0) { $0 + $1.bytes } }

    /// Whether the demuxer may read on.
    package var hasRoom: Bool { !isFull && queues.values.contains(where: \.lacksPackets) }

    /// Whether a demuxer that sleeps for lack of room shall read on: some stream has less than half of enough.
    package var isLow: Bool {
        !reaches(Self.resumption)
            && queues.values.contains {
                !$0.isLeftOut && $0.packets < Self.enoughPackets / 2 && $0.bytes < Self.enoughBytes / 2
            }
    }

    /// Whether nothing more is read although a stream lacks packets.
    package var isFull: Bool { reaches(1) }

    /// Whether the queues have reached a part of the totals, or video that part of its lead.
    private func reaches(_ part: Double) -> Bool {
        Double(packets) >= Double(Self.totalPackets) * part || Double(bytes) >= Double(Self.totalBytes) * part
            || queues.contains { $0.key == .video && $0.value.hasEnough && $0.value.lead >= Self.lead * part }
    }

    /// Streams with empty queues that get no packets until those of other streams are taken.
    package var laggards: Set<StreamKind> { isFull ? Set(queues.filter(\.value.isEmpty).keys) : [] }

    /// Streams with empty queues that have fallen behind the others by more than the limit. They pause or have ended,
    /// and the others go on without them.
    package var pausing: Set<StreamKind> { Set(queues.keys.filter { lag(of: $0) > spread }) }

    /// Whether a stream with an empty queue is so far behind that no packet is expected soon.
    package func isLeft(_ kind: StreamKind) -> Bool { lag(of: kind) >= Self.lead }

    /// Time by which a stream with an empty queue is behind the farthest one; zero for others.
    private func lag(of kind: StreamKind) -> Duration {
        guard let queue = queues[kind], queue.packets == 0, let read = queue.read,
            let farthest = queues.values.compactMap(\.read).max()
        else { return .zero }
        return farthest - read
    }

    /// Media time until which all streams were read, except laggards and sparse streams; nil if nothing was read.
    package var bufferedUntil: Duration? {
        let laggards = laggards
        let read = queues.filter { !laggards.contains($0.key) }.values.compactMap(\.read)
        guard let farthest = read.max() else { return nil }
        return read.filter { farthest - $0 <= spread }.min()
    }

    /// End of the last packet of a stream that was read; nil if none was.
    package func end(of kind: StreamKind) -> Duration? { queues[kind]?.read }

    /// Whether a stream has enough packets for now.
    package func hasEnough(_ kind: StreamKind) -> Bool { queues[kind]?.hasEnough ?? true }

    /// Discards a stream's queue, and its packets until `clear`.
    package mutating func leaveOut(_ kind: StreamKind) {
        queues[kind] = Queue()
        queues[kind]?.isLeftOut = true
    }

    /// Starts accounting for a stream that is played now.
    package mutating func play(_ kind: StreamKind) { queues[kind] = Queue() }

    /// End of the last packet that a stream's decoder took; nil if none was.
    package func taken(of kind: StreamKind) -> Duration? { queues[kind]?.taken }

    /// Stops accounting for a stream that isn't played any more.
    package mutating func drop(_ kind: StreamKind) { queues[kind] = nil }

    /// Counts a packet that was queued. `end` is nil if its time is unknown or belongs to a later repetition.
    package mutating func add(_ kind: StreamKind, bytes: Int, end: Duration?) {
        queues[kind, default: Queue()].packets += 1
        queues[kind, default: Queue()].bytes += bytes
        extend(kind, to: end)
    }

    /// Discounts a packet that was taken.
    package mutating func remove(_ kind: StreamKind, bytes: Int, end: Duration?) {
        queues[kind, default: Queue()].packets -= 1
        queues[kind, default: Queue()].bytes -= bytes
        if let end { queues[kind, default: Queue()].taken = end }
    }

    /// Notes that a packet ending at `end` was read.
    package mutating func extend(_ kind: StreamKind, to end: Duration?) {
        guard let end else { return }
        queues[kind, default: Queue()].read = max(queues[kind]?.read ?? end, end)
    }

    /// Forgets a stream's times, which begin again.
    package mutating func restart(_ kind: StreamKind) {
        queues[kind, default: Queue()].read = nil
        queues[kind, default: Queue()].taken = nil
    }

    /// Empties all queues.
    package mutating func clear() { for kind in queues.keys { queues[kind] = Queue() } }
}
