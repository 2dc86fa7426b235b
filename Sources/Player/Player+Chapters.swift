public import OrielPlayback

/// The parts of a player's medium.
extension Player {
    /// Its chapters, by their beginning: the app's `navigationMarkers`, else those of the medium, of which there are none before it
    /// is open.
    public var chapters: [MediaInfo.Chapter] { navigationMarkers ?? source.chapters }

    /// The one that is played, by its place in `chapters`; nil before the first.
    public var currentChapter: Int? { ChapterChoice.current(of: chapters.map(\.start), at: position) }

    /// Chapters of the app's own in the place of the present item's, on the bar, for keys and for commands: AVKit's
    /// `AVNavigationMarkersGroup`. They are put in the order of their beginnings. nil, and so with another item, for the medium's.
    public var navigationMarkers: [MediaInfo.Chapter]? {
        get { itemMarks.navigationMarkers }
        set {
            itemMarks.navigationMarkers = newValue?.filter { $0.start >= .zero }.sorted { $0.start < $1.start }
            notify(.marks)
        }
    }

    /// Where the present item holds what is beside the point, advertisements or legal text: AVKit's `interstitialTimeRanges`. They are
    /// marked on the bar, and `currentInterstitial` tells when one is played, so that an app can require linear playback meanwhile
    /// (`PictureInPictureController.requiresLinearPlayback`); by themselves they forbid nothing (`PlayerView.timeToSeekAfterUserNavigated`). In the order of their beginnings, without
    /// empty ones; none with another item.
    public var interstitialTimeRanges: [Range<Duration>] {
        get { itemMarks.interstitials }
        set {
            itemMarks.interstitials = newValue.filter { !$0.isEmpty && $0.upperBound > .zero }
                .sorted { $0.lowerBound < $1.lowerBound }
            notify(.marks)
            noteInterstitial()
        }
    }

    /// The one that is played, by its place in `interstitialTimeRanges`. `Change.interstitial` tells when it is another one: with the
    /// first picture of it, so not while nobody sees any.
    public var currentInterstitial: Int? { itemMarks.interstitials.lastIndex { $0.contains(position) } }

    /// Another picture is shown.
    func noteInterstitial() {
        guard !itemMarks.interstitials.isEmpty || itemMarks.current != nil else { return }
        let current = currentInterstitial
        guard current != itemMarks.current else { return }
        itemMarks.current = current
        notify(.interstitial)
    }

    /// The present item is another one.
    func forgetMarks() { itemMarks = ItemMarks() }
}

/// What an app said of the present item's parts.
struct ItemMarks {
    var navigationMarkers: [MediaInfo.Chapter]?
    var interstitials: [Range<Duration>] = []
    /// Which of them was told last.
    var current: Int?
}
