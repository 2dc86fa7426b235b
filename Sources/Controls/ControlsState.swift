/// What the controls tell, and what they may offer.
package struct ControlsState: Hashable, Sendable {
    package var form: ControlsForm
    package var title = ""
    package var isPaused = false
    /// There is something to play or to pause.
    package var isPlayable = true
    package var position = Duration.zero
    /// Media seconds per second.
    package var speed = 1.0
    /// Nil where there is none, or none is known.
    package var duration: Duration?
    /// Up to where the medium has been read; nil where all of it has, or nobody knows.
    package var bufferedUntil: Duration?
    /// It comes as it happens.
    package var isLive = false
    package var isSeekable = true
    /// Whoever shows it lets nobody skip.
    package var isLinear = false
    /// Nil where it has no sound; in per cent.
    package var volume: Int?
    package var isMuted = false
    /// The source owes pictures.
    package var isBuffering = false
    /// The picture of another position is on its way.
    package var isSeeking = false
    /// By their beginning; none where nobody knows of any.
    package var chapters: [Chapter] = []
    /// Parts that are beside the point, by their beginning.
    package var interstitials: [Range<Duration>] = []
    /// There is more than one sound to choose among.
    package var hasAudioTracks = false
    /// There are subtitles to choose among.
    package var hasSubtitles = false
    /// The shape, width by height, of the small pictures that can be had of any position; nil where there are none.
    package var thumbnailShape: Double?
    package var canStartPictureInPicture = true
    /// There is another picture to change places with.
    package var canSwap = false

    /// A part of what is played.
    package struct Chapter: Hashable, Sendable {
        package var start: Duration
        package var title: String?

        package init(start: Duration, title: String? = nil) {
            self.start = start
            self.title = title
        }
    }

    package init(_ form: ControlsForm) { self.form = form }

    /// The chapter that is played at a time.
    func chapter(at time: Duration) -> Chapter? { chapters.last { $0.start <= time } }

    /// The length, where there is a bar to show it by.
    var length: Duration? { duration.flatMap { $0 > .zero && !isLive ? $0 : nil } }

    /// Whether the position may be chosen.
    package var isScrubbable: Bool { length != nil && isSeekable && !isLinear }

    /// Whether skips lead somewhere.
    var isSkippable: Bool { isSeekable && !isLinear && !isLive }

    /// How far skips go, as the pictures on them say.
    package static let skip = Duration.seconds(10)
    /// Where the slider of the volume ends; louder goes by key, wheel and command.
    package static let fullVolume = 100
}
