package import OrielMedia

/// A player's clock and all decisions about time: which frame is shown when, end, loop, seek, buffering and failure.
///
/// Value code: events with the source's state and the host time go in, effects and a wake time come out. Nothing that
/// draws decides about time, so an unseen player still ends, loops, seeks and answers.
///
/// Surfaces announce that they are about to draw (`Event.refresh`), and the transport chooses among the queued frames.
/// Without a surface, frames stay queued and the source sleeps; only the clock goes on. Frames that can't be read
/// again, or that alone reveal the end, are taken unseen.
package struct Transport: Hashable, Sendable {
    package enum Phase: Hashable, Sendable {
        /// No frame has come yet.
        case opening
        /// The first frame of a position is awaited; the clock stands.
        case seeking
        /// That frame is the picture. The clock stands until a surface draws it, or until this host time.
        case cued(until: Duration)
        /// The clock runs, or stands if `isPaused`.
        case playing
        /// The source owes frames; the clock stands.
        case buffering
        case ended
        /// Until another medium begins (`Event.advanced`).
        case failed
    }

    package var settings: Settings
    package internal(set) var phase = Phase.opening
    package internal(set) var clock: PlaybackClock
    /// Whether playback was paused, or stands at the end.
    package internal(set) var isPaused: Bool
    /// The frame that is shown; nil until the first one came.
    package internal(set) var picture: FrameStamp?
    package internal(set) var counts = Counts()
    /// Whether the clock follows the audio device; if false, it follows host time.
    package internal(set) var followsDevice = false

    /// Generation of the shown frames.
    var generation = 0 { didSet { unseenLoops = 0 } }
    /// Oldest valid generation; frames of older ones are obsolete.
    var awaited = 0 { didSet { unseenLoops = 0 } }
    /// Number of repetitions that have begun unseen since a frame was taken: the source was read on for its sound, and
    /// each was a generation of its own.
    var unseenLoops = 0
    /// The frame that the last seek led to. The sound's device sets the clock back by its latency when playback begins
    /// there.
    var landing: FrameStamp?
    /// Seek that the source has not answered yet; nil if there is none.
    var asked: Asked?
    /// Whether the source is on the way to the clock's time, and the media time it was sent to.
    var isRejoining = false
    var rejoinTarget = Duration.zero
    /// Distance of the clock ahead of the source when it arrived.
    var lag = Duration.zero
    /// Whether picture and queued frames are not from near the clock's time.
    var isAstray = false
    /// Whether the picture is seen again and has not caught up with the clock yet.
    var isCatchingUp = false
    /// Number of steps that wait for a frame.
    package internal(set) var stepsWanted = 0
    /// Distance of a live stream's clock behind host time when it was taken up; nil if it isn't live.
    var liveOffset: Duration?
    /// Whether the next medium plays after a failure of the present one.
    var playsAfterFailure = false
    /// Whether the user holds the position (`Event.hold`).
    var isHeld = false
    /// Range that is repeated; nil for none.
    package internal(set) var repeated: Range<Duration>?
    /// Whether the clock has yet to pass the end of that range.
    var isRepeating = false
    var wasOpened = false
    var lastRefresh: Duration?
    /// Host time at which the clock last began to run. While it stood, nothing had to be drawn, so a lack of refreshes
    /// means nothing.
    private var runsSince: Duration?
    /// Host time at which frames were last queued or requested.
    var lastSupply = Duration.zero
    /// Host time at which video last paused while audio went on; nil if it never did.
    var lastPause: Duration?
    /// Media time of the clock when frames were last queued.
    var suppliedUntil = Duration.zero

    /// Makes a transport.
    /// - Parameters:
    ///   - position: media time before the first frame.
    ///   - speed: media seconds per host second.
    package init(
        position: Duration = .zero, speed: Double = 1, isPaused: Bool = false, settings: Settings = Settings()
    ) {
        clock = PlaybackClock(media: position, speed: speed)
        self.isPaused = isPaused
        self.settings = settings
    }

    /// Media time at host time `now`. Doesn't run ahead of a source that owes frames.
    package func position(source: SourceState, at now: Duration) -> Duration {
        if let timebase = source.timebase { return timebase.mediaTime(at: now) }
        let earliest = landing.flatMap { $0.generation == generation ? $0.time : nil } ?? .zero
        let media = max(earliest, clock.mediaTime(at: now))
        guard phase == .playing, source.phase == .ready, source.waiting.isEmpty, !isAstray, !isRejoining, let picture
        else { return media }
        guard source.goesBySound else { return min(media, max(.zero, supplied(picture))) }
        return min(media, max(source.bufferedUntil ?? media, suppliedUntil))
    }

    /// Generation that the clock's time belongs to, of the audio too. Audio of a later one comes after the end that the
    /// clock has not passed yet, whatever its time.
    package var clockGeneration: Int { max(generation, awaited) + unseenLoops }

    /// Media time that the stream has reached: the picture's end, or the clock's time when frames were last queued.
    func supplied(_ picture: FrameStamp) -> Duration { max(picture.end, suppliedUntil) }

    /// Whether a surface has drawn lately, or would have.
    package func isSeen(at now: Duration) -> Bool { seenUntil.map { now < $0 } ?? false }

    /// Host time until which the picture counts as seen without another refresh; nil if it isn't seen.
    var seenUntil: Duration? {
        guard let last = [lastRefresh, runsSince].compactMap(\.self).max() else { return nil }
        return last + settings.unseenLimit
    }

    /// Handles one event and returns the effects to perform.
    /// - Parameters:
    ///   - source: the source's present state, read before its frames could be taken otherwise.
    ///   - now: host time; never less than at the last call.
    package mutating func handle(_ event: Event, source: SourceState, at now: Duration) -> [Effect] {
        guard phase != .failed || isHeeded(event) else { return [] }
        var turn = Turn(source: source, now: now)
        if let timebase = source.timebase { follow(timebase, &turn) }
        if case .stopped(let stop) = event { skip(stop, at: now) }
        if !source.waiting.isEmpty || source.isVideoPaused {
            lastSupply = now
            if source.isVideoPaused { lastPause = now }
            let media = clock.mediaTime(at: now)
            suppliedUntil = source.waiting.isEmpty ? min(media, source.bufferedUntil ?? media) : media
        }
        open(&turn)
        rejoin(&turn)
        apply(event, &turn)
        settle(&turn)
        return turn.effects
    }

    /// Takes the time of a stop off the running clock. The device's time from before is obsolete too.
    private mutating func skip(_ stop: Duration, at now: Duration) {
        guard !clock.isPaused else { return }
        clock.set(media: clock.mediaTime(at: now - stop), at: now)
        followsDevice = false
        runsSince = now
    }

    /// Whether an event has an effect after a failure. A pause and its end concern the next medium.
    private mutating func isHeeded(_ event: Event) -> Bool {
        switch event {
        case .pause: playsAfterFailure = false
        case .resume: playsAfterFailure = true
        case .advanced, .speed: return true
        default: break
        }
        return false
    }

    /// Handling of one event: the source as it is after the effects so far.
    struct Turn {
        var source: SourceState
        let now: Duration
        var effects: [Effect] = []

        mutating func tell(_ change: Change) { effects.append(.tell(change)) }
    }

    private mutating func apply(_ event: Event, _ turn: inout Turn) {
        switch event {
        case .news, .wake, .stopped: break
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
        case .hold(let isHeld): self.isHeld = isHeld
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

    /// A seek that the source was sent to.
    struct Asked: Hashable {
        let time: Duration
        let kind: SeekKind
    }

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
            // A source that can't seek back has nothing to resume.
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
        guard turn.source.acceptsSeeks || turn.source.phase == .opening else { return turn.tell(.landed) }
        let end = turn.source.isDurationGuessed ? nil : turn.source.duration
        ask(min(max(.zero, time), end ?? time), kind, &turn)
    }

    private mutating func seekLive(_ turn: inout Turn) {
        guard turn.source.hasLiveEdge, phase != .opening else { return turn.tell(.landed) }
        ask(clock.mediaTime(at: turn.now), .live, &turn)
    }

    mutating func ask(_ time: Duration, _ kind: SeekKind, _ turn: inout Turn) {
        asked = Asked(time: time, kind: kind)
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
        // All frames queued before the seek are gone.
        turn.source.waiting.removeAll { $0.generation < generation }
        awaited = generation
        lastSupply = turn.now
        isAstray = false
        isRejoining = asked.kind == .rejoin
        rejoinTarget = asked.time
        lag = .zero
        guard asked.kind != .rejoin else { return }
        landing = nil
        if phase != .opening { phase = .seeking }
        followsDevice = false
        stepsWanted = 0
        clock.pause(at: turn.now)
        clock.set(media: max(.zero, asked.time), at: turn.now)
        suppliedUntil = .zero
        if let repeated { isRepeating = asked.time < repeated.upperBound }
        turn.tell(.seeked)
    }

    /// Follows the audio device. The first report after the clock started sets the clock, since only it reveals how
    /// late audio is; later differences are small and are corrected gradually.
    private mutating func follow(media: Duration, generation: Int, host: Duration) {
        guard phase == .playing, !isPaused else { return }
        let distance = media - clock.mediaTime(at: host)
        // Near a loop's end, another repetition may be heard than is seen.
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
