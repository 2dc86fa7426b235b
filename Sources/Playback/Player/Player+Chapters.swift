public import OrielLibav
import OrielPipeline

/// Chapters and interstitials.
extension Player {
    /// The chapters, in the order of their beginnings: the app's `navigationMarkers`, or else those of the medium,
    /// empty before it is open.
    public var chapters: [MediaInfo.Chapter] {
        observed(\.chapters, itemMarks.navigationMarkers ?? source.medium?.snapshot.info?.chapters ?? [])
    }

    /// Index of the present chapter in `chapters`; nil before the first.
    public var currentChapter: Int? { ChapterChoice.current(of: chapters.map(\.start), at: position) }

    /// Chapters that the app sets instead of the present item's, for the bar, keys and commands: AVKit's
    /// `AVNavigationMarkersGroup`. They are sorted by their beginnings. nil for the medium's own, as with each new
    /// item.
    public var navigationMarkers: [MediaInfo.Chapter]? {
        get { observed(\.navigationMarkers, itemMarks.navigationMarkers) }
        set {
            itemMarks.navigationMarkers = newValue?.filter { $0.start >= .zero }.sorted { $0.start < $1.start }
            notify(.marks)
        }
    }

    /// Time ranges of advertisements or legal text in the present item: AVKit's `interstitialTimeRanges`.
    ///
    /// They are marked on the bar, and `currentInterstitial` tells the present one, so that an app can require linear
    /// playback meanwhile (`PictureInPictureController.requiresLinearPlayback`). They forbid no seeking by themselves
    /// (see `PlayerView.timeToSeekAfterUserNavigated`). They are sorted by their beginnings, without empty ones; each
    /// new item begins with none.
    public var interstitialTimeRanges: [Range<Duration>] {
        get { observed(\.interstitialTimeRanges, itemMarks.interstitials) }
        set {
            itemMarks.interstitials = newValue.filter { !$0.isEmpty && $0.upperBound > .zero }
                .sorted { $0.lowerBound < $1.lowerBound }
            notify(.marks)
            noteInterstitial()
        }
    }

    /// Index of the present interstitial in `interstitialTimeRanges`; nil outside. `Change.interstitial` follows the
    /// first frame shown of another one, so there is none while no frames are shown.
    public var currentInterstitial: Int? { observed(\.currentInterstitial, presentInterstitial) }

    private var presentInterstitial: Int? { itemMarks.interstitials.lastIndex { $0.contains(position) } }

    /// Reports a change of the present interstitial after a new frame.
    func noteInterstitial() {
        guard !itemMarks.interstitials.isEmpty || itemMarks.current != nil else { return }
        let current = presentInterstitial
        guard current != itemMarks.current else { return }
        itemMarks.current = current
        notify(.interstitial)
    }

    /// Removes the app's marks, for another item.
    func forgetMarks() { itemMarks = ItemMarks() }
}

/// The app's chapters and interstitials of the present item.
struct ItemMarks {
    var navigationMarkers: [MediaInfo.Chapter]?
    var interstitials: [Range<Duration>] = []
    /// Index of the interstitial that was reported last.
    var current: Int?
}
