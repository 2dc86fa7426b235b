package import OrielLibav

/// Choice of the audio track that is played by default.
package enum AudioChoice {
    /// Returns the index of the default track; nil if there are no tracks.
    ///
    /// Prefers a track of an additional file, then the first language that has a track, then libavformat's choice.
    /// - Parameters:
    ///   - languages: preferred languages, best first.
    ///   - best: index of libavformat's choice in `tracks`.
    package static func index(of tracks: [MediaInfo.Audio], languages: [String], best: Int?) -> Int? {
        if let named = tracks.firstIndex(where: { $0.file != nil }) { return named }
        for language in languages {
            let spoken = tracks.indices.filter {
                tracks[$0].language.map { LanguageCode($0) } == LanguageCode(language)
            }
            // Main audio comes before descriptions and commentaries; among equals, libavformat's choice.
            let found = spoken.min { rank(tracks[$0], $0 == best) < rank(tracks[$1], $1 == best) }
            if let found { return found }
        }
        return best ?? tracks.indices.first
    }

    private static func rank(_ track: MediaInfo.Audio, _ isBest: Bool) -> Int {
        (track.isCommentary ? 4 : 0) + (track.isForVisuallyImpaired ? 2 : 0) + (isBest ? 0 : 1)
    }

}
