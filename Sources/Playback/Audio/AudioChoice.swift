/// Which sound is played where nobody chose.
package enum AudioChoice {
    /// A file that was named is what was asked for; then a language that was; then what libavformat thinks best.
    /// - Parameters:
    ///   - languages: the one liked best first.
    ///   - best: libavformat's choice among `tracks`.
    package static func index(of tracks: [MediaInfo.Audio], languages: [String], best: Int?) -> Int? {
        if let named = tracks.firstIndex(where: { $0.file != nil }) { return named }
        for language in languages {
            let spoken = tracks.indices.filter { matches(tracks[$0].language, language) }
            // The film itself rather than talk about it; of equal ones libavformat's.
            let found = spoken.min { rank(tracks[$0], $0 == best) < rank(tracks[$1], $1 == best) }
            if let found { return found }
        }
        return best ?? tracks.indices.first
    }

    private static func rank(_ track: MediaInfo.Audio, _ isBest: Bool) -> Int {
        (track.isCommentary ? 4 : 0) + (track.isForVisuallyImpaired ? 2 : 0) + (isBest ? 0 : 1)
    }

    private static func matches(_ language: String?, _ wanted: String) -> Bool {
        language.map { LanguageCode($0) == LanguageCode(wanted) } ?? false
    }
}
