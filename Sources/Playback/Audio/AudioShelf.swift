import DequeModule

/// The packets of all sound that can be chosen, from a little before what is heard to where reading is: another track is heard
/// at once, and the pictures know nothing of it.
struct AudioShelf: Sendable {
    /// All tracks together, in bytes, and each in packets: what would be more pushes the oldest out, and is missing then.
    private static let bytes = 32 << 20
    private static let packets = 4096

    private struct Row: Sendable {
        var items: Deque<DecodeItem> = []
        var bytes = 0
        var packets = 0

        /// The oldest packet, where no other turn begins before it.
        var oldest: Packet? { if case .packet(let packet)? = items.first { packet } else { nil } }

        mutating func removeOldest() {
            guard case .packet(let packet)? = items.popFirst() else { return }
            bytes -= packet.size
            packets -= 1
        }
    }

    private var rows: [Row]
    /// The run and turn that the oldest of it is of; nil before one has begun.
    private(set) var plan: SeekPlan?

    init(tracks: Int) { rows = [Row](repeating: Row(), count: tracks) }

    /// A run begins, or nothing is known any more.
    mutating func begin(_ plan: SeekPlan?) {
        self.plan = plan
        rows = [Row](repeating: Row(), count: rows.count)
    }

    /// A packet was read. What ends before `time` is not asked for any more.
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

    /// Something that concerns all of them.
    mutating func append(_ item: DecodeItem) {
        for index in rows.indices { rows[index].items.append(item) }
    }

    /// The next turn of a loop is the present one.
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

    /// What there is of a track, but for packets of the present turn that are over by a time.
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
