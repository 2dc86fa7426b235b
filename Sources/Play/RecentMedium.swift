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

    /// Position with the title, such as `12:34 of 1:30:00   A film`. A title that is too long ends with an ellipsis.
    public var line: String {
        guard let duration else { return title }
        return "\(Self.text(position)) of \(Self.text(duration))   \(title)"
    }

    /// A time such as `1:02:03` or `2:03`.
    private static func text(_ time: Duration) -> String {
        let seconds = max(0, time.components.seconds)
        let minutes = seconds / 60 % 60
        let (tail, hours) = (pair(seconds % 60), seconds / 3600)
        return hours > 0 ? "\(hours):\(pair(minutes)):\(tail)" : "\(minutes):\(tail)"
    }

    private static func pair(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
