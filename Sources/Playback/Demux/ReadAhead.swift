/// A kind of stream that is played. Each has a packet queue and a decode thread of its own.
package enum StreamKind: Hashable, Sendable, CaseIterable { case video, audio }

/// How far the demuxer is ahead of the decoders, and whether it shall read on. Pure.
///
/// A container gives packets in its own order, so one stream's queue may be full while another's is empty. To stop then would
/// leave the second decoder waiting for packets that only come after those nobody has room for. So the demuxer reads on while
/// any stream lacks packets, up to a hard total; at that, what lags is left behind (`laggards`) and nobody must wait for it.
package struct ReadAhead: Hashable, Sendable {
    /// With this much a stream has enough: about a second of the heaviest, and some seconds of the usual ones.
    package static let enoughBytes = 32 << 20
    package static let enoughPackets = 256
    /// All streams together: never more, whatever lacks.
    package static let totalBytes = 96 << 20
    package static let totalPackets = 8192
    /// Pictures that are this far ahead of their own decoder don't let another stream lack packets any longer. Sound is small:
    /// the totals bound it.
    package static let lead = Duration.seconds(30)
    /// What comes so much later than another stream's is sparse, or over.
    package static let spread = Duration.seconds(5)
    /// The same of what comes as it happens, where to wait for more would be heard.
    package static let liveSpread = Duration.seconds(2)
    /// A demuxer that found no room reads on at so much of each limit.
    private static let resumption = 0.75

    /// What counts here.
    package var spread = ReadAhead.spread

    /// One stream's share.
    private struct Queue: Hashable, Sendable {
        var packets = 0
        var bytes = 0
        /// What comes of it isn't kept.
        var isLeftOut = false
        /// Where its decoder is, and where the last packet ends.
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

    /// Whether the demuxer shall read on.
    package var hasRoom: Bool { !isFull && queues.values.contains(where: \.lacksPackets) }

    /// Whether a demuxer that rests, having found no room, shall read on: some stream has less than half of what is enough.
    package var isLow: Bool {
        !reaches(Self.resumption)
            && queues.values.contains {
                !$0.isLeftOut && $0.packets < Self.enoughPackets / 2 && $0.bytes < Self.enoughBytes / 2
            }
    }

    /// Nothing more is read although something lacks packets.
    package var isFull: Bool { reaches(1) }

    /// Whether there is such a part of all that may wait while something lacks packets.
    private func reaches(_ part: Double) -> Bool {
        Double(packets) >= Double(Self.totalPackets) * part || Double(bytes) >= Double(Self.totalBytes) * part
            || queues.contains { $0.key == .video && $0.value.hasEnough && $0.value.lead >= Self.lead * part }
    }

    /// The streams without a packet that get none until others' are taken.
    package var laggards: Set<StreamKind> { isFull ? Set(queues.filter(\.value.isEmpty).keys) : [] }

    /// The streams without a packet of which none came for a while, although others' did: they pause, or are over. The rest goes
    /// on without them.
    package var pausing: Set<StreamKind> { Set(queues.keys.filter { lag(of: $0) > spread }) }

    /// Whether a stream without a packet is so far behind others that none is to be expected.
    package func isLeft(_ kind: StreamKind) -> Bool { lag(of: kind) >= Self.lead }

    /// How much later than the last packet of a stream others were read, where none of its own waits.
    private func lag(of kind: StreamKind) -> Duration {
        guard let queue = queues[kind], queue.packets == 0, let read = queue.read,
            let farthest = queues.values.compactMap(\.read).max()
        else { return .zero }
        return farthest - read
    }

    /// Until when everything of the streams that don't lag was read.
    package var bufferedUntil: Duration? {
        let laggards = laggards
        let read = queues.filter { !laggards.contains($0.key) }.values.compactMap(\.read)
        guard let farthest = read.max() else { return nil }
        return read.filter { farthest - $0 <= spread }.min()
    }

    /// Where the last packet of a stream that was read ends.
    package func end(of kind: StreamKind) -> Duration? { queues[kind]?.read }

    /// Whether a stream needs no more for now.
    package func hasEnough(_ kind: StreamKind) -> Bool { queues[kind]?.hasEnough ?? true }

    /// What waits of a stream, and what comes until `clear`, is left out: nothing lacks it.
    package mutating func leaveOut(_ kind: StreamKind) {
        queues[kind] = Queue()
        queues[kind]?.isLeftOut = true
    }

    /// A stream is played.
    package mutating func play(_ kind: StreamKind) { queues[kind] = Queue() }

    /// Where a stream's decoder is.
    package func taken(of kind: StreamKind) -> Duration? { queues[kind]?.taken }

    /// A stream isn't played after all.
    package mutating func drop(_ kind: StreamKind) { queues[kind] = nil }

    package mutating func add(_ kind: StreamKind, bytes: Int, end: Duration?) {
        queues[kind, default: Queue()].packets += 1
        queues[kind, default: Queue()].bytes += bytes
        extend(kind, to: end)
    }

    package mutating func remove(_ kind: StreamKind, bytes: Int, end: Duration?) {
        queues[kind, default: Queue()].packets -= 1
        queues[kind, default: Queue()].bytes -= bytes
        if let end { queues[kind, default: Queue()].taken = end }
    }

    /// A packet that ends at `end` was read.
    package mutating func extend(_ kind: StreamKind, to end: Duration?) {
        guard let end else { return }
        queues[kind, default: Queue()].read = max(queues[kind]?.read ?? end, end)
    }

    /// A stream's times begin anew.
    package mutating func restart(_ kind: StreamKind) {
        queues[kind, default: Queue()].read = nil
        queues[kind, default: Queue()].taken = nil
    }

    /// Nothing waits any more.
    package mutating func clear() { for kind in queues.keys { queues[kind] = Queue() } }
}
