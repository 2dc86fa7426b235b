package import OrielMedia

/// State of a frame source at one moment. Cheap to read; the transport gets a fresh one with each event.
package struct SourceState: Hashable, Sendable {
    package enum Phase: Hashable, Sendable {
        case opening
        case ready
        /// The last frame of the newest generation is queued or was taken.
        case ended
        /// No more frames come. Queued ones can still be shown.
        case failed
    }

    package var phase: Phase
    /// Length of the medium; nil if endless, unknown, or a still image.
    package var duration: Duration?
    package var isSeekable: Bool
    /// Whether the source is live, so that frames not taken in time are late.
    package var isLive: Bool
    /// Whether the source can go to its live edge.
    package var hasLiveEdge = false
    /// Whether the source is live and can go back in what its server still has.
    package var hasLiveWindow = false
    /// Whether the medium is a single image.
    package var isStill: Bool
    /// Whether the source repeats by itself after its last frame.
    package var loops: Bool
    /// Media time up to which everything was read; nil if no more can be read for now, or unknown.
    package var bufferedUntil: Duration?
    /// Whether the source's queues are full or everything was read.
    package var isReadAhead = false
    /// Media time at which reading failed; the failure is reported after the frames before it. Nil if it didn't fail.
    package var breaksAt: Duration?
    /// Whether `duration` is a guess. Seeks are not clamped to it, and it ends nothing while more is being read.
    package var isDurationGuessed = false
    /// Whether the medium is a file that is still being written, so that only its frames reveal the end.
    package var isGrowing = false
    /// Whether the medium is audio only, so that its one frame lasts as long as the audio.
    package var isSoundOnly = false
    /// Media time at which the audio ends, once known. Nil before that, without audio, and if audio is cut to the
    /// video's length (in a loop).
    package var soundUntil: Duration?
    /// Whether frames were dropped because they were not seen, so that queued frames are not followed by the next ones.
    package var hasLostVideo = false
    /// Whether video has ended early; time goes on without frames.
    package var isVideoLost = false
    /// Whether video pauses while audio comes; time goes on as far as audio was read.
    package var isVideoPaused = false
    /// Clock of the app by which frames are shown; nil if the transport runs its own. The transport never changes it.
    package var timebase: PlaybackClock?
    /// Whether another medium follows this one.
    package var hasSuccessor = false
    /// Whether another medium, which the user chose, is being opened; the end waits until it has a frame or is refused.
    package var awaitsItem = false
    /// Queued frames, oldest first; at most as many as were requested.
    package var waiting: [FrameStamp]

    /// Whether time goes on with audio alone, so that `bufferedUntil` is how far it can go.
    var goesBySound: Bool { isSoundOnly || isVideoLost || isVideoPaused }

    /// Whether the user can seek.
    package var acceptsSeeks: Bool { isSeekable || hasLiveWindow }

    /// Whether the source can be sent to the clock's time.
    var canSeek: Bool { isSeekable && phase != .failed }

    package init(
        phase: Phase, duration: Duration? = nil, isSeekable: Bool = false, isLive: Bool = false, isStill: Bool = false,
        loops: Bool = false, bufferedUntil: Duration? = nil, breaksAt: Duration? = nil, soundUntil: Duration? = nil,
        hasLostVideo: Bool = false, waiting: [FrameStamp] = []
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
        self.hasLostVideo = hasLostVideo
        self.waiting = waiting
    }
}
