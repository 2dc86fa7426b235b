package import OrielMedia

/// Facts from outside a file of subtitles that help to read it.
package struct SubtitleReading: Hashable, Sendable {
    package var text: TextHints
    /// The film's frames a second, for files that count frames; nil if unknown.
    package var frameRate: Rational?

    package init(text: TextHints = TextHints(), frameRate: Rational? = nil) {
        self.text = text
        self.frameRate = frameRate
    }

    /// The same for one file, whose name may tell its language.
    func file(_ location: MediaLocation) -> Self {
        var reading = self
        let name = location.description.split(separator: "/").last.map(String.init) ?? ""
        reading.text.language = SubtitleNeighbours.language(of: name) ?? text.language
        return reading
    }
}
