import OrielPlayback

/// Which packets of subtitles that are pictures are decoded: those up to what is shown, since a file of them has a whole film's, and what
/// is decoded is large. Value code.
struct PictureWindow {
    /// What is shown may have begun so long before.
    private static let behind = Duration.seconds(30)

    /// The first that wasn't decoded.
    private var next = 0
    /// When it begins; nil where there is none.
    private(set) var nextStart: Duration?
    /// From when on there is what was decoded; nil for from the beginning.
    private var start: Duration?
    private var last: Duration?

    /// What is to be decoded now for a time.
    /// - Parameters:
    ///   - times: of all that have come.
    ///   - isNew: none of what came before is among them.
    ///   - keptFrom: what was decoded is kept from there on; nil for all of it.
    /// - Returns: the places; `restarts` where what was decoded before doesn't lead there.
    mutating func take(
        for time: Duration, of times: [PacketStore.Time], isNew: Bool, keptFrom: Duration?
    ) -> (places: Range<Int>, restarts: Bool) {
        if isNew { self = PictureWindow() }
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
