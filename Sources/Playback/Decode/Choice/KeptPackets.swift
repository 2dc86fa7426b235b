import CFFmpeg
import OrielLibav

/// Packets that software would need to go on where hardware fails: those since the last entry whose earlier frames
/// were all shown. Value code but for the packets themselves.
struct KeptPackets {
    struct Item {
        /// The packet; nil begins to drain.
        let packet: Packet?
        /// Whether it was sent to a decoder that skips frames that no other refers to.
        let skipsUnreferenced: Bool
    }

    /// Largest size of the packets together, in bytes. Beyond it, a failure needs a seek.
    private let limit: Int
    private(set) var items: [Item] = []
    private var bytes = 0
    /// Index and presentation timestamp of the newest entry, while frames of before it may come.
    private var entry: (index: Int, time: Int64)?
    /// Whether packets are missing because there were too many.
    private(set) var isIncomplete = false
    /// Newest presentation timestamp of the frames that were received, and their number, since the first packet.
    private(set) var lastTime: Int64?
    private(set) var frames = 0

    init(limit: Int) { self.limit = limit }

    /// Forgets everything.
    mutating func clear() { self = KeptPackets(limit: limit) }

    /// Adds a packet that is sent, or sent again.
    mutating func add(_ item: Item, isEntry: Bool) {
        if let packet = item.packet, packet === items.last?.packet { return }
        if isEntry, let packet = item.packet {
            // Frames of before the first packet never count; those of before missing ones do.
            if items.isEmpty, !isIncomplete { clear() } else { entry = (items.count, packet.pointer.pointee.pts) }
        }
        guard !isIncomplete || entry != nil else { return }
        items.append(item)
        bytes += item.packet?.size ?? 0
        guard bytes > limit else { return }
        items = []
        bytes = 0
        entry = nil
        isIncomplete = true
    }

    /// Notes a received frame. The first one behind an entry makes the packets of before it needless.
    mutating func note(frame time: Int64) {
        frames += 1
        lastTime = max(lastTime ?? time, time)
        guard let entry, time >= entry.time else { return }
        restart(at: entry.index)
        lastTime = time
        frames = 1
    }

    private mutating func restart(at index: Int) {
        bytes -= items.prefix(index).reduce(0) { $0 + ($1.packet?.size ?? 0) }
        items.removeFirst(index)
        entry = nil
        isIncomplete = false
        lastTime = nil
        frames = 0
    }
}
