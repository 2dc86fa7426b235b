package import OrielMedia

/// What a source of frames says of itself, at one moment. Reading it costs little: the transport gets a fresh one with each
/// event.
package struct SourceState: Hashable, Sendable {
    /// Where the source is.
    package enum Phase: Hashable, Sendable {
        case opening
        case ready
        /// The last frame of the newest generation waits, or was taken.
        case ended
        /// Nothing more will come. What waits can still be shown.
        case failed
    }

    package var phase: Phase
    /// Nil where it is endless, unknown, or a still image.
    package var duration: Duration?
    package var isSeekable: Bool
    /// It comes as it happens, and what isn't taken in time is late.
    package var isLive: Bool
    /// It can be sent to where it is by now.
    package var hasLiveEdge = false
    /// One picture that lasts.
    package var isStill: Bool
    /// It begins again after its last frame, by itself.
    package var loops: Bool
    /// Up to where the medium has been read without a gap; nil where no more can be read for now, or the source
    /// doesn't know.
    package var bufferedUntil: Duration?
    /// As much was read as may wait, or all there is.
    package var isReadAhead = false
    /// Where reading broke off: failure follows behind the frames of before, as far as they are taken. Nil where it didn't.
    package var breaksAt: Duration?
    /// `duration` may be wrong either way: no seek is bounded by it, and it ends nothing while more is being read.
    package var isDurationGuessed = false
    /// Sound alone: its one picture lasts as long as that.
    package var isSoundOnly = false
    /// Until when there is sound, once that is known; nil before, without sound, and where it is cut to the pictures (a loop).
    package var soundUntil: Duration?
    /// Pictures were left out since nobody saw them: what waits isn't followed by what is next.
    package var hasLostPictures = false
    /// No more pictures come, although it isn't over: time goes on without them.
    package var arePicturesLost = false
    /// No pictures come for now though sound does: time goes on as far as that was read.
    package var arePicturesPaused = false
    /// The clock that its frames are shown by, where that isn't the transport's to run: the app's own. Nothing that happens here
    /// moves it.
    package var timebase: PlaybackClock?
    /// Another medium follows when this one is over.
    package var hasSuccessor = false
    /// The frames that wait, oldest first; at most as many as the source was asked for.
    package var waiting: [FrameStamp]

    /// Whether time goes on with sound alone: what was read of that is what there is.
    var goesBySound: Bool { isSoundOnly || arePicturesLost || arePicturesPaused }

    /// Whether it can be sent to where the clock is.
    var canSeek: Bool { isSeekable && phase != .failed }

    package init(
        phase: Phase, duration: Duration? = nil, isSeekable: Bool = false, isLive: Bool = false, isStill: Bool = false,
        loops: Bool = false, bufferedUntil: Duration? = nil, breaksAt: Duration? = nil, soundUntil: Duration? = nil,
        hasLostPictures: Bool = false, waiting: [FrameStamp] = []
    ) {
        self.phase = phase
        self.duration = duration
        self.isSeekable = isSeekable
        self.isLive = isLive
        self.isStill = isStill
        self.loops = loops
        self.bufferedUntil = bufferedUntil
        self.breaksAt = breaksAt
        self.soundUntil = soundUntil
        self.hasLostPictures = hasLostPictures
        self.waiting = waiting
    }
}
