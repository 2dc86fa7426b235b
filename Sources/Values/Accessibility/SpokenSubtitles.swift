/// The lines of subtitles that a screen reader says: those that weren't shown before. Value code.
package struct SpokenSubtitles: Hashable, Sendable {
    private var shown: [String] = []

    package init() {}

    /// Notes the lines that are shown from now on.
    /// - Returns: the new ones as one text; nil if there are none.
    package mutating func take(_ lines: [String]) -> String? {
        let news = lines.filter { !shown.contains($0) }
        shown = lines
        return news.isEmpty ? nil : news.joined(separator: " ")
    }
}
