package import OrielDemux

/// Selection of the text packets that are given to libass: those shown around a time.
///
/// libass examines all of its events for each image, and a hostile file has a million. Value code.
package struct TextWindow {
    /// Time that is taken ahead, and time kept for a step back.
    private static let ahead = Duration.seconds(60)
    private static let behind = Duration.seconds(10)
    /// Duration of a packet without an end.
    package static let openEnd = Duration.seconds(5)
    /// Largest number of packets taken at once. The taken ones are dropped when they exceed this and none is shown, or
    /// exceed it twice.
    package static let most = 4096

    /// Time range of which all packets were taken; nil before the first.
    package private(set) var range: Range<Duration>?
    private var taken = 0

    package init() {}

    /// Selects the packets to add.
    /// - Parameters:
    ///   - packets: the times of all packets, in the order of arrival.
    ///   - news: the indexes of the packets added since the last call.
    ///   - isNew: whether the packets taken before are no longer valid.
    /// - Returns: the packets' indexes; `restarts` is true if those taken before are no longer valid.
    package mutating func take(
        for time: Duration, of packets: [PacketStore.Time], news: Range<Int>, isNew: Bool
    ) -> (places: [Int], restarts: Bool) {
        if let range, !isNew, range.contains(time) {
            let more = news.filter { packets[$0].start < range.upperBound && packets[$0].end > range.lowerBound }
            taken += more.count
            return (Array(more.prefix(Self.most)), false)
        }
        // When time moves on steadily, the taken packets stay.
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

    /// From too many packets, selects those shown at a time and those that begin next.
    /// - Parameter range: shortened to the time they cover.
    private static func fewer(
        of packets: [PacketStore.Time], at places: [Int], around time: Duration, _ range: inout Range<Duration>
    ) -> [Int] {
        let sorted = places.filter { packets[$0].end > time }.sorted {
            (packets[$0].start, $0) < (packets[$1].start, $1)
        }
        let next = sorted.firstIndex { packets[$0].start > time } ?? sorted.count
        // The last ones of the packets that are shown already.
        let first = max(0, next - most)
        var end = min(first + most, sorted.count)
        // Packets that begin at the same time are taken together.
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
