package import OrielMedia

/// Decides when what of a stream is to be seen: a player's clock, and what becomes of it at the end, in a loop, on a seek,
/// while the source owes frames, when it fails. Value code: events in, with the source's state and the host time; effects
/// and a wake time out. Nothing that draws decides about time, so a player that nobody sees still ends, loops, seeks and
/// answers.
///
/// Surfaces say when they are about to draw (`Event.refresh`), and the transport chooses among the frames that wait. While
/// no surface does, the frames wait where they are and the source sleeps; only the clock goes on. Where frames can't be
/// had again, or nothing tells the end, they are taken unseen.
package struct Transport: Hashable, Sendable {
    /// Where it is.
    package enum Phase: Hashable, Sendable {
        /// No frame has come yet.
        case opening
        /// The first frame of a position is on its way; the clock stands.
        case seeking
        /// That frame is the picture. The clock stands until a surface draws it, or until this host time.
        case cued(until: Duration)
        /// The clock runs, or stands where `isPaused`.
        case playing
        /// The source owes frames; the clock stands.
        case buffering
        case ended
        /// Final.
        case failed
    }

    package var settings: Settings
    package internal(set) var phase = Phase.opening
    package internal(set) var clock: PlaybackClock
    /// Stopped by someone, or at the end.
    package internal(set) var isPaused: Bool
    /// The frame that is the picture; nil until the first one came.
    package internal(set) var picture: FrameStamp?
    package internal(set) var counts = Counts()
    /// Whether the sound device is what the clock follows; else it is the host's own time.
    package internal(set) var followsDevice = false

    /// The generation whose frames are shown.
    var generation = 0
    /// Frames of older generations than this are void.
    var awaited = 0
    /// A seek that the source was sent and has not answered.
    var asked: (time: Duration, kind: SeekKind)? {
        get { askedKind.map { (askedTime, $0) } }
        set {
            askedKind = newValue?.kind
            askedTime = newValue?.time ?? .zero
        }
    }
    private var askedKind: SeekKind?
    private var askedTime = Duration.zero
    /// The source is on its way to where the clock is, or was at this media time.
    var isRejoining = false
    var rejoinTarget = Duration.zero
    /// How far the clock was ahead of it when it came there.
    var lag = Duration.zero
    /// What waits and what is shown are not of where the clock is.
    var isAstray = false
    /// It is looked at again and has not come up with the clock yet.
    var isCatchingUp = false
    var stepsWanted = 0
    /// How far the clock of a live stream was behind the host's where it was taken up.
    var liveOffset: Duration?
    /// A hand holds the position (`Event.hold`).
    var isHeld = false
    /// What is played again and again.
    package internal(set) var repeated: Range<Duration>?
    /// The clock has to pass the end of that yet.
    var isRepeating = false
    var wasOpened = false
    var lastRefresh: Duration?
    /// When the clock began to run last: as long as it stood nothing had to be drawn, so that nothing was says nothing.
    private var runsSince: Duration?
    /// When frames waited last, or were asked for.
    var lastSupply = Duration.zero
    /// When pictures paused last while sound went on.
    var lastPause: Duration?
    /// What the clock read when frames waited last.
    var suppliedUntil = Duration.zero

    /// - Parameters:
    ///   - position: what the clock reads before the first frame.
    ///   - speed: media seconds per host second.
    package init(
        position: Duration = .zero, speed: Double = 1, isPaused: Bool = false, settings: Settings = Settings()
    ) {
        clock = PlaybackClock(media: position, speed: speed)
        self.isPaused = isPaused
        self.settings = settings
    }

    /// The media time at host time `now`. It doesn't run ahead of a source that owes frames.
    package func position(source: SourceState, at now: Duration) -> Duration {
        if let timebase = source.timebase { return timebase.mediaTime(at: now) }
        let media = max(.zero, clock.mediaTime(at: now))
        guard phase == .playing, source.phase == .ready, source.waiting.isEmpty, !isAstray, !isRejoining, let picture
        else { return media }
        guard source.goesBySound else { return min(media, max(.zero, supplied(picture))) }
        return min(media, max(source.bufferedUntil ?? media, suppliedUntil))
    }

    /// How far the stream has come: to the end of the picture, or to what the clock read when frames waited last.
    func supplied(_ picture: FrameStamp) -> Duration { max(picture.end, suppliedUntil) }

    /// Whether steps were asked for that the source has no frame for yet.
    package var stepsArePending: Bool { stepsWanted > 0 }

    /// Whether a surface has drawn, or would have, a moment ago.
    package func isSeen(at now: Duration) -> Bool { seenUntil.map { now < $0 } ?? false }

    /// Until when it is believed to be seen, if no surface draws before.
    var seenUntil: Duration? {
        guard let last = [lastRefresh, runsSince].compactMap(\.self).max() else { return nil }
        return last + settings.unseenLimit
    }

    /// Takes one event.
    /// - Parameters:
    ///   - source: its state now, read before the frames it names could be taken by anyone else.
    ///   - now: host time; never less than at the call before.
    package mutating func handle(_ event: Event, source: SourceState, at now: Duration) -> [Effect] {
        guard phase != .failed else { return [] }
        var turn = Turn(source: source, now: now)
        if let timebase = source.timebase { follow(timebase, &turn) }
        if !source.waiting.isEmpty || source.arePicturesPaused {
            lastSupply = now
            if source.arePicturesPaused { lastPause = now }
            let media = clock.mediaTime(at: now)
            suppliedUntil = source.waiting.isEmpty ? min(media, source.bufferedUntil ?? media) : media
        }
        open(&turn)
        rejoin(&turn)
        apply(event, &turn)
        settle(&turn)
        return turn.effects
    }

    /// One event's handling: the source as it is after the effects so far.
    struct Turn {
        var source: SourceState
        let now: Duration
        var effects: [Effect] = []

        mutating func tell(_ change: Change) { effects.append(.tell(change)) }
    }

    private mutating func apply(_ event: Event, _ turn: inout Turn) {
        switch event {
        case .news, .wake: break
        case .refresh(let presentation, let interval): refresh(for: presentation, interval: interval, &turn)
        case .seek where turn.source.timebase != nil, .seekFrame where turn.source.timebase != nil,
            .live where turn.source.timebase != nil:
            turn.tell(.landed)
        case .removePicture: removePicture()
        case _ where turn.source.timebase != nil: break
        case .restart(let presentation):
            if let picture, phase == .playing, !isPaused { clock.set(media: picture.time, at: presentation) }
        case .pause: pause(&turn)
        case .resume: resume(&turn)
        case .seek(let time): seek(to: time, .position, &turn)
        case .seekFrame(let time): seek(to: time, .frame, &turn)
        case .hold(let isHeld): hold(isHeld, &turn)
        case .live: seekLive(&turn)
        case .seekAnswered(let generation): answered(generation, &turn)
        case .speed(let speed):
            clock.setSpeed(speed, at: turn.now)
            followsDevice = false
            turn.tell(.speed)
        case .step:
            pause(&turn)
            stepsWanted += 1
        case .device(let media, let generation, let host): follow(media: media, generation: generation, host: host)
        case .rejoin:
            guard phase == .playing, !isPaused, asked == nil, turn.source.canSeek else { break }
            ask(clock.mediaTime(at: turn.now), .rejoin, &turn)
        case .advanced(let late): begin(late: late, &turn)
        case .repeating(let range): repeatRange(range, &turn)
        case .deviceGone: followsDevice = false
        }
    }

    // MARK: Commands

    private mutating func pause(_ turn: inout Turn) {
        guard !isPaused else { return }
        let position = position(source: turn.source, at: turn.now)
        isPaused = true
        followsDevice = false
        clock.pause(at: turn.now)
        clock.set(media: position, at: turn.now)
        if case .cued = phase { phase = .playing }
        turn.tell(.paused)
    }

    private mutating func resume(_ turn: inout Turn) {
        if phase == .ended {
            // What can't go back has nothing to resume.
            guard turn.source.canSeek else { return }
            seek(to: .zero, .position, &turn)
        }
        guard isPaused else { return }
        isPaused = false
        stepsWanted = 0
        lastSupply = turn.now
        if phase == .playing { startClock(at: turn.now) }
        turn.tell(.paused)
    }

    mutating func startClock(at time: Duration) {
        clock.resume(at: time)
        runsSince = time
    }

    private mutating func seek(to time: Duration, _ kind: SeekKind, _ turn: inout Turn) {
        guard turn.source.isSeekable || turn.source.phase == .opening else { return turn.tell(.landed) }
        let end = turn.source.isDurationGuessed ? nil : turn.source.duration
        ask(min(max(.zero, time), end ?? time), kind, &turn)
    }

    private mutating func seekLive(_ turn: inout Turn) {
        guard turn.source.hasLiveEdge, phase != .opening else { return turn.tell(.landed) }
        ask(clock.mediaTime(at: turn.now), .live, &turn)
    }

    mutating func ask(_ time: Duration, _ kind: SeekKind, _ turn: inout Turn) {
        asked = (time, kind)
        turn.effects.append(.seek(to: max(.zero, time), kind))
    }

    private mutating func answered(_ generation: Int?, _ turn: inout Turn) {
        guard let asked else { return }
        self.asked = nil
        guard let generation else {
            isAstray = false
            liveOffset = nil
            if asked.kind != .rejoin { turn.tell(.landed) }
            return
        }
        // Whatever waited is gone.
        turn.source.waiting.removeAll { $0.generation < generation }
        awaited = generation
        lastSupply = turn.now
        isAstray = false
        isRejoining = asked.kind == .rejoin
        rejoinTarget = asked.time
        lag = .zero
        guard asked.kind != .rejoin else { return }
        if phase != .opening { phase = .seeking }
        followsDevice = false
        stepsWanted = 0
        clock.pause(at: turn.now)
        clock.set(media: max(.zero, asked.time), at: turn.now)
        suppliedUntil = .zero
        if let repeated { isRepeating = asked.time < repeated.upperBound }
        turn.tell(.seeked)
    }

    /// Since the clock started, the first word of the device is what it goes by, for only that tells how late sound is; from
    /// then on they differ by little.
    private mutating func follow(media: Duration, generation: Int, host: Duration) {
        guard phase == .playing, !isPaused else { return }
        let distance = media - clock.mediaTime(at: host)
        // Near a loop's end another turn may be heard than is seen.
        guard generation == self.generation || max(distance, .zero - distance) <= settings.deviceTolerance else {
            return
        }
        if followsDevice {
            clock.steer(to: media, at: host, tolerance: settings.deviceTolerance)
        } else {
            clock.set(media: media, at: host)
            followsDevice = true
        }
    }
}
