public import OrielLibav
public import OrielPlayer
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

extension TrackName {
    /// Names of all tracks of one kind.
    static func names(of tracks: [MediaInfo.Track]) -> [TrackName] {
        tracks.enumerated().map { TrackName($1, number: $0 + 1) }
    }

    private init(_ track: MediaInfo.Track, number: Int) {
        switch track {
        case .video(let track): self.init(language: track.language, title: track.title, number: number)
        case .audio(let track):
            self.init(language: track.language, title: track.title ?? track.file, number: number)
            if track.isCommentary { notes.append(localized("commentary")) }
            if track.isForVisuallyImpaired { notes.append(localized("described")) }
        case .subtitle(let track):
            self.init(language: track.language, title: track.title ?? track.file, number: number)
            if track.isForced { notes.append(localized("forced")) }
            if track.isForHearingImpaired { notes.append(localized("hard of hearing")) }
        }
    }
}

extension PlayerItem {
    /// Names of the tracks of a kind for a menu, as in Oriel's own: language, title and notes such as *forced*, or else
    /// a number. The order is that of `tracks`; empty before the medium is open.
    @MainActor public func displayNames(in kind: MediaInfo.Characteristic) -> [String] {
        let tracks = tracks.filter { track in
            switch track {
            case .video: kind == .visual
            case .audio: kind == .audible
            case .subtitle: kind == .legible
            }
        }
        return TrackName.names(of: tracks).map { $0.text() }
    }
}
