import OrielDemux

/// Selection of the bitmap packets to decode: those up to the shown time. A file holds a whole film's, and decoded
/// bitmaps are large. Value code.
struct BitmapSpan {
    /// Time before the shown one at which a visible bitmap may have begun.
    private static let behind = Duration.seconds(30)

    /// Index of the first packet that was not decoded.
    private var next = 0
    /// Start of that packet; nil if there is none.
    private(set) var nextStart: Duration?
    /// Time from which decoded bitmaps are available; nil for the beginning.
    private var start: Duration?
    private var last: Duration?

    /// Selects the packets to decode now.
    /// - Parameters:
    ///   - times: the times of all packets so far.
    ///   - isNew: whether all packets were replaced by others.
    ///   - keptFrom: the time from which decoded bitmaps were kept; nil if all were.
    /// - Returns: the packets' indexes; `restarts` is true if the earlier decoder state doesn't lead there.
    mutating func take(
        for time: Duration, of times: [PacketStore.Time], isNew: Bool, keptFrom: Duration?
    ) -> (places: Range<Int>, restarts: Bool) {
        if isNew { self = BitmapSpan() }
        let goesBack = last.map { time < $0 } ?? false
        last = time
        let isBefore = goesBack && [start, keptFrom].contains { $0.map { time < $0 } ?? false }
        var restarts = isNew
        if isBefore || next < times.count && times[next].start < time - Self.behind {
            let first = times.firstIndex { $0.start >= time - Self.behind } ?? times.count
            if isBefore || first > next {
                restarts = true
                next = first
                start = first == 0 ? nil : time - Self.behind
            }
        }
        let end = times[next...].firstIndex { $0.start > time } ?? times.count
        defer { next = end }
        nextStart = end < times.count ? times[end].start : nil
        return (next..<end, restarts)
    }
}
