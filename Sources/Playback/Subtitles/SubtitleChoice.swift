package import OrielLibav

/// Choice of the subtitle track that is shown by default.
package enum SubtitleChoice {
    /// Returns the index of the default track; nil for none.
    ///
    /// Prefers a named file, then the first language that has a track, then the container's default or forced track,
    /// then a file beside the medium.
    /// - Parameters:
    ///   - languages: preferred languages, best first.
    ///   - namesFiles: whether the first track from a file is from a named one.
    package static func index(of tracks: [MediaInfo.Subtitle], languages: [String], namesFiles: Bool) -> Int? {
        if namesFiles { return tracks.firstIndex { $0.file != nil } }
        for language in languages {
            let spoken = tracks.indices.filter {
                tracks[$0].language.map { LanguageCode($0) } == LanguageCode(language)
            }
            // Full text comes before forced lines, and plain text before descriptions of sounds.
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

}
