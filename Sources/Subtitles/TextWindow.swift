package import OrielPlayback

/// Which packets of text are libass's: those that are shown around a time, since it looks at all that it has for each picture, and a
/// hostile file has a million. Value code.
package struct TextWindow {
    /// What is taken ahead, and what a step back finds.
    private static let ahead = Duration.seconds(60)
    private static let behind = Duration.seconds(10)
    /// How long a packet is shown of which nobody says it.
    package static let openEnd = Duration.seconds(5)
    /// The most that is taken at once. When more was taken and nothing is shown, or twice as much, that counts no longer.
    package static let most = 4096

    /// All that is shown in it was taken; nil before the first.
    package private(set) var range: Range<Duration>?
    private var taken = 0

    package init() {}

    /// What is to be added for a time.
    /// - Parameters:
    ///   - packets: when all that there are are shown, in the order in which they came.
    ///   - news: the places of those that weren't there before.
    ///   - isNew: none of what was taken counts.
    /// - Returns: their places; `restarts` where what was taken before counts no longer.
    package mutating func take(
        for time: Duration, of packets: [PacketStore.Time], news: Range<Int>, isNew: Bool
    ) -> (places: [Int], restarts: Bool) {
        if let range, !isNew, range.contains(time) {
            let more = news.filter { packets[$0].start < range.upperBound && packets[$0].end > range.lowerBound }
            taken += more.count
            return (Array(more.prefix(Self.most)), false)
        }
        // Where time goes on, what was taken stays.
        let before = isNew ? nil : range.flatMap { $0.upperBound...$0.upperBound + Self.ahead ~= time ? $0 : nil }
        let isKept =
            before != nil && taken <= 2 * Self.most
            && (taken <= Self.most || packets.contains { $0.isShown(at: time) })
        let kept = isKept ? before : nil
        if kept == nil { taken = 0 }
        var wanted = (kept?.lowerBound ?? time - Self.behind)..<time + Self.ahead
        let places = packets.indices.filter { place in
            let packet = packets[place]
            let isOther = kept.map { packet.start >= $0.upperBound || news.contains(place) } ?? true
            return isOther && packet.start < wanted.upperBound && packet.end > wanted.lowerBound
        }
        let chosen = places.count > Self.most ? Self.fewer(of: packets, at: places, around: time, &wanted) : places
        range = wanted
        taken += chosen.count
        return (chosen, kept == nil)
    }

    /// Of too many, what is shown at a time and begins next.
    /// - Parameter range: becomes shorter.
    private static func fewer(
        of packets: [PacketStore.Time], at places: [Int], around time: Duration, _ range: inout Range<Duration>
    ) -> [Int] {
        let sorted = places.filter { packets[$0].end > time }.sorted {
            (packets[$0].start, $0) < (packets[$1].start, $1)
        }
        let next = sorted.firstIndex { packets[$0].start > time } ?? sorted.count
        // Of what is shown already, the last that began.
        let first = max(0, next - most)
        var end = min(first + most, sorted.count)
        // Those that begin together come together.
        while end < sorted.count, end > next, packets[sorted[end - 1]].start == packets[sorted[end]].start { end -= 1 }
        let until = end < sorted.count ? packets[sorted[end]].start : range.upperBound
        range = min(time, until)..<until
        return sorted[first..<end].sorted()
    }
}

extension PacketStore.Time {
    fileprivate var end: Duration { start + (duration ?? TextWindow.openEnd) }
    fileprivate func isShown(at time: Duration) -> Bool { start <= time && time < end }
}
