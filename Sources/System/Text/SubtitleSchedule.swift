/// Times at which a script's events begin, end or move, so that nothing is drawn while nothing changes; and their
/// words.
struct SubtitleSchedule {
    private struct Entry {
        var start: Duration
        var end: Duration
        var moves: Bool
        var words: String
    }

    private var entries: [Entry] = []

    mutating func add(_ chunk: SubtitleTrack.Chunk) {
        let text = String(decoding: chunk.bytes.prefix(4096), as: UTF8.self)
        // ReadOrder, Layer, Style, Name, MarginL, MarginR, MarginV, Effect, Text.
        let fields = text.split(separator: ",", maxSplits: 8, omittingEmptySubsequences: false)
        entries.append(
            Entry(
                start: chunk.start, end: chunk.start + chunk.duration, moves: Self.moves(text, fields),
                words: fields.count > 8 ? SubtitleWords.plain(fields[8]) : ""))
    }

    mutating func clear() { entries = [] }

    /// Range around `time` in which nothing changes; empty if something moves.
    func span(around time: Duration) -> Range<Duration> {
        var (from, until) = (TextPicture.always.lowerBound, TextPicture.always.upperBound)
        for entry in entries {
            if entry.start <= time, time < entry.end, entry.moves { return time..<time }
            for edge in [entry.start, entry.end] {
                if edge <= time { from = max(from, edge) } else { until = min(until, edge) }
            }
        }
        return from..<until
    }

    /// Words of the events at a time, each once, in the order of the events.
    func lines(at time: Duration) -> [String] {
        entries.reduce(into: []) { lines, entry in
            guard entry.start <= time, time < entry.end, !entry.words.isEmpty, !lines.contains(entry.words),
                lines.count < Self.mostLines
            else { return }
            lines.append(entry.words)
        }
    }

    /// More lines at once are drawings made of letters.
    private static let mostLines = 8

    /// Whether an event's image changes while it is shown, by its tags or its effect.
    private static func moves(_ text: String, _ fields: [Substring]) -> Bool {
        ["\\t(", "\\move", "\\k", "\\K", "\\fad"].contains { text.contains($0) }
            || fields.count > 7 && (fields[7].hasPrefix("Banner") || fields[7].hasPrefix("Scroll"))
    }
}
