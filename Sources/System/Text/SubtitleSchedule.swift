/// Times at which a script's events begin, end or move, so that nothing is drawn while nothing changes.
struct SubtitleSchedule {
    private struct Entry {
        var start: Duration
        var end: Duration
        var moves: Bool
    }

    private var entries: [Entry] = []

    mutating func add(_ chunk: SubtitleTrack.Chunk) {
        entries.append(
            Entry(start: chunk.start, end: chunk.start + chunk.duration, moves: Self.moves(chunk.bytes)))
    }

    mutating func clear() { entries = [] }

    /// Range around `time` in which nothing changes; empty if something moves.
    func span(around time: Duration) -> Range<Duration> {
        var (from, until) = (SubtitleImage.always.lowerBound, SubtitleImage.always.upperBound)
        for entry in entries {
            if entry.start <= time, time < entry.end, entry.moves { return time..<time }
            for edge in [entry.start, entry.end] {
                if edge <= time { from = max(from, edge) } else { until = min(until, edge) }
            }
        }
        return from..<until
    }

    /// Whether an event's image changes while it is shown, by its tags or its effect.
    private static func moves(_ bytes: [UInt8]) -> Bool {
        let text = String(decoding: bytes.prefix(4096), as: UTF8.self)
        if ["\\t(", "\\move", "\\k", "\\K", "\\fad"].contains(where: { text.contains($0) }) { return true }
        // ReadOrder, Layer, Style, Name, MarginL, MarginR, MarginV, Effect, Text.
        let fields = text.split(separator: ",", maxSplits: 8, omittingEmptySubsequences: false)
        return fields.count > 7 && (fields[7].hasPrefix("Banner") || fields[7].hasPrefix("Scroll"))
    }
}
