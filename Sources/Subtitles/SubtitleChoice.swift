package import OrielPlayback

/// Which subtitles are shown where nobody chose.
package enum SubtitleChoice {
    /// Files that were named are what was asked for; then a language that was; then what the container asks for; then a file that
    /// somebody put beside the medium.
    /// - Parameters:
    ///   - languages: the one liked best first.
    ///   - namesFiles: the first of a file is one that was named.
    package static func index(of tracks: [MediaInfo.Subtitle], languages: [String], namesFiles: Bool) -> Int? {
        if namesFiles { return tracks.firstIndex { $0.file != nil } }
        for language in languages {
            let spoken = tracks.indices.filter { matches(tracks[$0].language, language) }
            // The whole text rather than signs alone, and speech alone rather than sounds as well.
            let best = spoken.min { rank(tracks[$0]) < rank(tracks[$1]) }
            if let best { return best }
        }
        guard languages.isEmpty else { return tracks.firstIndex { $0.isForced && $0.file == nil } }
        return tracks.firstIndex { $0.file == nil && $0.isDefault } ?? tracks.firstIndex {
            $0.file == nil && $0.isForced
        }
            ?? tracks.firstIndex { $0.file != nil }
    }

    private static func rank(_ track: MediaInfo.Subtitle) -> Int {
        (track.isForced ? 4 : 0) + (track.isForHearingImpaired ? 2 : 0) + (track.isPicture ? 1 : 0)
    }

    private static func matches(_ language: String?, _ wanted: String) -> Bool {
        language.map { LanguageCode($0) == LanguageCode(wanted) } ?? false
    }
}
