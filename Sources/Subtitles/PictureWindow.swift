import OrielPlayback

/// Which packets of subtitles that are pictures are decoded: those up to what is shown, since a file of them has a whole film's, and what
/// is decoded is large. Value code.
struct PictureWindow {
    /// What is shown may have begun so long before.
    private static let behind = Duration.seconds(30)

    private var packets: [SubtitleStream.Packet] = []
    /// The first that wasn't decoded.
    private var next = 0
    /// From when on there is what was decoded; nil for from the beginning.
    private var start: Duration?
    private var last: Duration?

    /// More has come; `isNew` where what came before counts no longer.
    mutating func add(_ more: ArraySlice<SubtitleStream.Packet>, isNew: Bool) {
        if isNew { self = PictureWindow() }
        packets += more
    }

    /// What is to be decoded now for a time.
    /// - Parameter keptFrom: what was decoded is kept from there on; nil for all of it.
    /// - Returns: `restarts` where what was decoded before doesn't lead there.
    mutating func take(
        for time: Duration, keptFrom: Duration?
    ) -> (packets: ArraySlice<SubtitleStream.Packet>, restarts: Bool) {
        let goesBack = last.map { time < $0 } ?? false
        last = time
        let isBefore = goesBack && [start, keptFrom].contains { $0.map { time < $0 } ?? false }
        var restarts = false
        if isBefore || nextStart.map({ $0 < time - Self.behind }) ?? false {
            let first = packets.firstIndex { $0.start >= time - Self.behind } ?? packets.count
            if isBefore || first > next {
                restarts = true
                next = first
                start = first == 0 ? nil : time - Self.behind
            }
        }
        let end = packets[next...].firstIndex { $0.start > time } ?? packets.count
        defer { next = end }
        return (packets[next..<end], restarts)
    }

    /// When the first begins that wasn't decoded.
    var nextStart: Duration? { next < packets.count ? packets[next].start : nil }
}
