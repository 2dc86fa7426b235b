import OrielTexts

/// A medium that was played, for the list in an empty window.
public struct RecentMedium: Sendable, Hashable {
    /// Path or address, as for a player.
    public var media: String
    public var title: String
    /// Where it was left; zero if it was played to its end.
    public var position: Duration
    /// Nil for a live stream.
    public var duration: Duration?

    public init(media: String, title: String, position: Duration, duration: Duration?) {
        self.media = media
        self.title = title
        self.position = position
        self.duration = duration
    }

    /// Position, length and origin, such as `12:34 of 1:30:00  ·  in Films`.
    public var detail: String {
        let time = duration.map { duration in
            position > .zero
                ? localized("\(ClockText.text(position)) of \(ClockText.text(duration))") : ClockText.text(duration)
        }
        return [time, origin].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "  ·  ")
    }

    /// The folder of a file, such as `in Films`, or the host of an address.
    private var origin: String {
        if media.hasPrefix("/") { return localized("in \(media.split(separator: "/").dropLast().last ?? "/")") }
        let rest = media.drop { $0 != ":" }.dropFirst().drop { $0 == "/" }
        return String(rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" })
    }

    /// Position as a part of the length; nil at the beginning and without a length.
    public var fraction: Double? {
        guard let duration, duration > .zero, position > .zero else { return nil }
        return min(position / duration, 1)
    }
}
