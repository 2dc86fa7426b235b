package import OrielLibav
package import OrielMedia

/// Hints for reading a subtitle file.
package struct SubtitleReading: Hashable, Sendable {
    package var text: TextHints
    /// Frame rate of the film, for files that count frames; nil if unknown.
    package var frameRate: Rational?

    package init(text: TextHints = TextHints(), frameRate: Rational? = nil) {
        self.text = text
        self.frameRate = frameRate
    }

    /// Returns the hints for one file, with the language from its name if there is one.
    package func file(_ location: MediaLocation) -> Self {
        var reading = self
        let name = location.description.split(separator: "/").last.map(String.init) ?? ""
        reading.text.language = SubtitleNeighbours.language(of: name) ?? text.language
        return reading
    }
}
