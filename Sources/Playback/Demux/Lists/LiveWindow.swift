/// The segments that a live playlist (HLS) has at present, by media time. Value code.
package struct LiveWindow {
    /// Number of the segment, from the end, with which playback of a live playlist begins (libavformat's default).
    static let edge = 3
    /// Longest segment that is believed.
    private static let longest = 86_400.0
    /// Number of segments that may have come and gone between two loads of the playlist.
    private static let mostMissed = 1_000_000

    /// Number of the first segment (`EXT-X-MEDIA-SEQUENCE`).
    private var sequence = 0
    private var lengths: [Duration] = []
    /// Media time of the first segment.
    private var start = Duration.zero

    /// Makes the window of a playlist. Media time zero is its beginning.
    package init(_ playlist: [UInt8]) {
        for line in playlist.split(separator: UInt8(ascii: "\n")) {
            if let number = Self.value(of: "#EXT-X-MEDIA-SEQUENCE:", in: line).flatMap(Int.init) {
                sequence = max(number, 0)
            } else if let length = Self.value(of: "#EXTINF:", in: line).flatMap(Double.init) {
                lengths.append(.seconds(.minimum(.maximum(length, 0), Self.longest)))
            }
        }
    }

    /// A tag's value up to a comma; nil if the line isn't the tag's.
    private static func value(of tag: String, in line: ArraySlice<UInt8>) -> String? {
        guard line.starts(with: tag.utf8) else { return nil }
        return String(decoding: line.dropFirst(tag.utf8.count).prefix { $0 > 0x20 && $0 != 0x2C }, as: UTF8.self)
    }

    /// Time between the window's beginning and the segment with which playback begins.
    package var head: Duration { lengths.dropLast(Self.edge).reduce(.zero, +) }

    /// Goes on to a playlist that was loaded later. Segments that were never listed count as long as the first.
    package mutating func advance(to playlist: [UInt8]) {
        var next = Self(playlist)
        let gone = min(max(next.sequence - sequence, 0), Self.mostMissed)
        let missed = max(gone - lengths.count, 0)
        next.start = start + lengths.prefix(gone).reduce(.zero, +) + (next.lengths.first ?? .zero) * missed
        // A server's cache may answer with an older playlist.
        if next.sequence >= sequence || sequence - next.sequence > lengths.count { self = next }
    }

    /// Returns the place for a media time: the number, from the end, of the segment that has it, when that segment
    /// begins, and the time itself. A time before the window leads to its oldest segment, a late one to the beginning
    /// of the last segment but one.
    package func place(of time: Duration) -> (segment: Int, start: Duration, time: Duration) {
        let end = start + lengths.reduce(.zero, +)
        let time = min(time, end - lengths.suffix(2).reduce(.zero, +))
        var place = (segment: 0, start: end, time: time)
        for length in lengths.reversed() where place.start > time {
            place.segment += 1
            place.start -= length
        }
        return place
    }
}
