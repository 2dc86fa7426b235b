public import OrielPlayback

/// The parts of a player's medium.
extension Player {
    /// Its chapters, by their beginning; none before it is open.
    public var chapters: [MediaInfo.Chapter] { source.chapters }

    /// The one that is played, by its place in `chapters`; nil before the first.
    public var currentChapter: Int? { ChapterChoice.current(of: chapters.map(\.start), at: position) }
}
