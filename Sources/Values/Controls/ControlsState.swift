/// The player's state for its controls: values to show and actions to offer.
package struct ControlsState: Hashable, Sendable {
    package var form: ControlsForm
    package var title = ""
    package var isPaused = false
    /// Whether playback has reached the end, from which *play* begins again.
    package var hasEnded = false
    /// Whether there is a medium to play or pause.
    package var isPlayable = true
    package var position = Duration.zero
    /// Media seconds per second.
    package var speed = 1.0
    /// Duration of the medium; nil if it has none or it is unknown.
    package var duration: Duration?
    /// Time up to which the medium was read; nil if completely or unknown.
    package var bufferedUntil: Duration?
    /// Whether it is a live stream.
    package var isLive = false
    package var isSeekable = true
    /// Whether the provider forbids skipping.
    package var isLinear = false
    /// Volume in per cent; nil without audio.
    package var volume: Int?
    package var isMuted = false
    /// Whether playback waits for data.
    package var isBuffering = false
    /// Whether a seek is in flight.
    package var isSeeking = false
    /// Chapters in order of their starts; empty if none are known.
    package var chapters: [Chapter] = []
    /// Interstitials such as advertisements, in order of their starts.
    package var interstitials: [Range<Duration>] = []
    /// The present item's place in its list; nil for a single item.
    package var list: ListPlace?
    /// Whether there is more than one audio track.
    package var hasAudioTracks = false
    /// Whether there are subtitle tracks.
    package var hasSubtitles = false
    /// Whether a subtitle track is selected.
    package var showsSubtitles = false
    /// Aspect ratio, width by height, of thumbnails for any position; nil if there are none.
    package var thumbnailShape: Double?
    package var canStartPictureInPicture = true
    /// Whether there is another player to swap with.
    package var canSwap = false
    /// The window's buttons; nil if the compositor draws a frame, or for another form.
    package var frame: Frame?
    /// Keys of controls, as a person reads them, for their tooltips.
    package var keys: [Control: String] = [:]
    /// Elements that the app leaves out.
    package var hidden: Set<ControlsElement> = []
    /// The overlay's buttons in their order; each is shown once, and only if it is a button.
    package var buttons = ControlsElement.overlayButtons
    /// Whether controls with the keyboard's focus stay, as a screen reader needs.
    package var keepsFocus = false

    package struct ListPlace: Hashable, Sendable {
        /// From 1.
        package var number: Int
        package var count: Int

        package init(_ number: Int, of count: Int) { (self.number, self.count) = (number, count) }
    }

    /// A chapter of the medium.
    package struct Chapter: Hashable, Sendable {
        package var start: Duration
        package var title: String?

        package init(start: Duration, title: String? = nil) {
            self.start = start
            self.title = title
        }
    }

    /// Buttons of a window without a frame.
    package struct Frame: Hashable, Sendable {
        package var isMaximized: Bool
        package var canMaximize: Bool
        package var canMinimize: Bool

        package init(isMaximized: Bool = false, canMaximize: Bool = true, canMinimize: Bool = true) {
            (self.isMaximized, self.canMaximize, self.canMinimize) = (isMaximized, canMaximize, canMinimize)
        }
    }

    package init(_ form: ControlsForm) { self.form = form }

    /// Returns the chapter at a time; nil if none.
    func chapter(at time: Duration) -> Chapter? { chapters.last { $0.start <= time } }

    /// The duration if it can be shown by a bar; nil for a live stream.
    var length: Duration? { duration.flatMap { $0 > .zero && !isLive ? $0 : nil } }

    /// Whether the bar can be dragged.
    package var isScrubbable: Bool { length != nil && isSeekable && !isLinear }

    /// Elements that may be shown.
    var elements: Set<ControlsElement> {
        let all = Set(ControlsElement.allCases).subtracting(hidden)
        guard form == .pictureInPicture else { return all }
        return all.intersection(buttons + [.duration, .time, .status, .track])
    }

    /// Whether skips have an effect.
    var isSkippable: Bool { isSeekable && !isLinear && !isLive }

    /// Distance of skips, as shown on their icons.
    package static let skip = Duration.seconds(10)
    /// Maximum of the volume slider in per cent; keys, wheel and commands can go beyond.
    package static let fullVolume = 100
}
