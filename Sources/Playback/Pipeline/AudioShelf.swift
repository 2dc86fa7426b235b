import DequeModule
import OrielLibav

/// Packets of all audio tracks, from a little before the heard time to the read position. With them, another track is
/// audible at once without disturbing the video.
struct AudioShelf: Sendable {
    /// Limits: bytes of all tracks together, and packets of each. Beyond them, the oldest packets are dropped and
    /// missing later.
    private static let bytes = 32 << 20
    private static let packets = 4096

    private struct Row: Sendable {
        var items: Deque<DecodeItem> = []
        var bytes = 0
        var packets = 0

        /// The oldest packet; nil if the oldest item begins a repetition.
        var oldest: Packet? { if case .packet(let packet)? = items.first { packet } else { nil } }

        mutating func removeOldest() {
            guard case .packet(let packet)? = items.popFirst() else { return }
            bytes -= packet.size
            packets -= 1
        }
    }

    private var rows: [Row]
    /// Run and repetition of the oldest packets; nil before a run has begun.
    private(set) var plan: SeekPlan?

    init(tracks: Int) { rows = [Row](repeating: Row(), count: tracks) }

    /// Empties the shelf for a run; nil if the next run is not known yet.
    mutating func begin(_ plan: SeekPlan?) {
        self.plan = plan
        rows = [Row](repeating: Row(), count: rows.count)
    }

    /// Adds a packet of a track, and drops packets that end before `time` or exceed the limits.
    mutating func append(_ packet: Packet, of track: Int, forgettingBefore time: Duration?) {
        guard rows.indices.contains(track) else { return }
        rows[track].items.append(.packet(packet))
        rows[track].bytes += packet.size
        rows[track].packets += 1
        while let oldest = rows[track].oldest {
            let isTooMuch = rows[track].bytes > Self.bytes / rows.count || rows[track].packets > Self.packets
            let isOver = time.map { time in oldest.end.map { $0 < time } ?? false } ?? false
            guard isTooMuch || isOver else { return }
            rows[track].removeOldest()
        }
    }

    /// Adds an item that concerns all tracks.
    mutating func append(_ item: DecodeItem) {
        for index in rows.indices { rows[index].items.append(item) }
    }

    /// Makes the next repetition the present one and drops the packets before it.
    mutating func startTurn() {
        for index in rows.indices {
            while let item = rows[index].items.first {
                if case .loop(let plan) = item {
                    rows[index].items.removeFirst()
                    self.plan = plan
                    break
                }
                if case .packet = item { rows[index].removeOldest() } else { rows[index].items.removeFirst() }
            }
        }
    }

    /// Returns the items of a track, without those of the present repetition that end before `time`.
    func items(of track: Int, from time: Duration) -> [DecodeItem] {
        guard rows.indices.contains(track) else { return [] }
        var isPresent = true
        return rows[track].items.filter { item in
            switch item {
            case .packet(let packet): return !isPresent || packet.end.map { $0 >= time } ?? true
            case .loop: isPresent = false
            default: break
            }
            return true
        }
    }
}
