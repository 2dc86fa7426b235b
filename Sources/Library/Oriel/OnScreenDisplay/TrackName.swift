import OrielTexts

/// A track's name for a person: language, title and notes, or else its number.
package struct TrackName {
    /// ISO 639 code.
    package var language: String?
    package var title: String?
    /// Number of the track, from 1.
    package var number: Int
    package var notes: [String] = []

    package init(language: String?, title: String?, number: Int) {
        (self.language, self.title, self.number) = (language, title, number)
    }

    @MainActor package func text(_ names: LanguageNames = .shared) -> String {
        let language = language.map { names.name(of: $0) }
        // A title often begins with the language.
        let title = title.flatMap { $0.isEmpty ? nil : $0 }
        let isNamed =
            title.map { text in language.map { text.lowercased().hasPrefix($0.lowercased()) } ?? false } ?? false
        let names = [isNamed ? nil : language, title].compactMap(\.self)
        let name = names.isEmpty ? localized("Track \(number)") : names.joined(separator: ", ")
        return notes.isEmpty ? name : "\(name) (\(notes.joined(separator: ", ")))"
    }
}
