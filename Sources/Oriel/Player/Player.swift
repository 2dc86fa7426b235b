package import OrielMedia
import OrielPlatform

/// A stream's playback: its source, its clock, the frame it shows now. It knows nothing of surfaces; a `PlayerView` shows
/// it. Every time is media time, since the start of the stream.
@MainActor
public final class Player {
    /// Host times come from here, so that tests can set them.
    package typealias HostClock = @MainActor () -> Duration

    package let source: any VideoFrameSource
    package private(set) var clock: PlaybackClock
    private let now: HostClock
    /// The picture; nil until the first frame came.
    package private(set) var currentFrame: VideoFrame?
    /// Counts of its frames so far.
    public private(set) var statistics = PlayerStatistics()
    /// True once the last frame was shown for its time.
    public private(set) var hasEnded = false
    /// A still picture has no end: it stays.
    package var isStill = false
    /// Whether the clock is stopped, by whomever; also at the end.
    public private(set) var isPaused: Bool
    /// Called when something a surface or a listener would show has changed.
    package var onChange: [(Change) -> Void] = []

    /// What has changed; see `changes()`.
    public enum Change: Hashable, Sendable {
        /// The medium is open: its size and length are known, and it can be shown.
        case opened
        /// It can't be opened: `status` says why.
        case failed
        /// Another frame is the picture.
        case frames
        /// It was paused or resumed, by whomever.
        case paused
        case speed
        /// It went to another position; the frame of that position follows.
        case seeked
        /// The last frame was shown for its time.
        case ended
        /// It began again.
        case looped
    }

    /// Those who read `changes()`.
    var readers: [AsyncStream<Change>.Continuation] = []
    /// Whether the medium's opening or failure was told.
    var wasAnnounced = false

    /// Waiting for the first frame of a generation: after opening, a seek, a loop. The clock stands until it is shown.
    private var awaitsFirstFrame = true
    private var generation = 0
    private var stepsWanted = 0
    /// The end of the last frame, once the source has said that it is the last one.
    private var endTime: Duration?

    /// - Parameters:
    ///   - speed: media seconds per second.
    ///   - start: what `position` says before the first frame.
    package init(source: any VideoFrameSource, paused: Bool = false, speed: Double = 1, start: Duration = .zero) {
        self.source = source
        self.clock = PlaybackClock(media: start, speed: speed)
        self.isPaused = paused
        self.now = { MonotonicClock.now }
    }

    package init(source: any VideoFrameSource, paused: Bool, clock now: @escaping HostClock) {
        self.source = source
        self.clock = PlaybackClock()
        self.isPaused = paused
        self.now = now
    }

    deinit { for reader in readers { reader.finish() } }

    /// How far the clock may be ahead of all waiting frames before the source is sent there.
    private static let resyncDistance = Duration.seconds(2)

    // MARK: Transport

    /// The media time now.
    public var position: Duration { hasEnded ? (endTime ?? clock.mediaTime(at: now())) : clock.mediaTime(at: now()) }
    /// Media seconds per second.
    public var speed: Double { clock.speed }

    /// Stops at the present frame. No timer and no wakeup remains.
    public func pause() {
        guard !isPaused else { return }
        isPaused = true
        clock.pause(at: now())
        notify(.paused)
    }

    /// Goes on; from the start if the end was reached.
    public func resume() {
        if hasEnded { seek(to: .zero) }
        guard isPaused else { return }
        isPaused = false
        if !awaitsFirstFrame { clock.resume(at: now()) }
        notify(.paused)
    }

    /// - Parameter speed: media seconds per second, 0.1 to 8.
    public func setSpeed(_ speed: Double) {
        clock.setSpeed(min(max(speed, 0.1), 8), at: now())
        notify(.speed)
    }

    /// Goes to `time`; the picture stays until the frame of that time has come.
    public func seek(to time: Duration) {
        let target = max(.zero, time)
        guard source.seek(to: target, exact: true) else { return }
        awaitFirstFrame(at: target)
        notify(.seeked)
    }

    /// Shows the next frame and stays paused.
    public func stepForward() {
        pause()
        stepsWanted += 1
        notify(.frames)
    }

    /// Shows the frame before, by an exact seek, and stays paused.
    public func stepBackward() {
        pause()
        guard let frame = currentFrame else { return }
        seek(to: frame.time - max(frame.duration, .milliseconds(1)))
    }

    // MARK: Frames

    /// The present frame's time begins at host time `presentation`: what was late was not the stream.
    package func restartClock(at presentation: Duration) {
        guard let currentFrame, !awaitsFirstFrame, !isPaused else { return }
        clock.set(media: currentFrame.time, at: presentation)
    }

    /// Chooses the picture for the refresh at host time `presentation`. True if it is another one than before.
    package func advance(to presentation: Duration, selector: FrameSelector) -> Bool {
        let frames = source.upcomingFrames(8)
        if awaitsFirstFrame { return showFirstFrame(of: frames, at: presentation) }
        if isPaused { return step(to: frames.first, at: presentation) }
        let mediaTime = clock.mediaTime(at: presentation)
        if let newest = frames.last, newest.generation == generation, mediaTime - newest.time > Self.resyncDistance {
            catchUp(to: mediaTime)
            return false
        }
        let ofThisTurn = frames.prefix { $0.generation == generation }
        let decision = selector.select(times: ofThisTurn.map(\.time), mediaTime: mediaTime, speed: clock.speed)
        if decision.take > 0 {
            statistics.dropped += decision.dropped
            source.takeFrames(decision.take)
            let frame = frames[decision.take - 1]
            if mediaTime - frame.time > selector.refreshInterval { statistics.late += 1 }
            show(frame)
            return true
        }
        guard ofThisTurn.isEmpty, let endTime else { return false }
        let isOver = mediaTime + selector.refreshInterval * (clock.speed / 2) >= endTime
        if let next = frames.first {
            // The loop's next turn, which follows on the last frame without a gap.
            guard isOver else { return false }
            source.takeFrames(1)
            generation = next.generation
            clock.set(media: next.time + (mediaTime - endTime), at: presentation)
            show(next)
            notify(.looped)
            return true
        }
        if source.isAtEnd {
            if isOver, !isStill { end(at: endTime) }
        } else {
            noteStarvation(mediaTime, since: endTime)
        }
        return false
    }

    /// The host time at which the next waiting frame becomes due; nil if nothing waits or nothing runs. At or before `now`
    /// means at once.
    package func nextFrameDue() -> Duration? {
        guard let next = source.upcomingFrames(1).first else {
            guard source.isAtEnd, !hasEnded, !isPaused, !isStill, !awaitsFirstFrame, let endTime else { return nil }
            return clock.hostTime(of: endTime)
        }
        if awaitsFirstFrame { return .zero }
        if isPaused { return stepsWanted > 0 ? .zero : nil }
        return clock.hostTime(of: next.generation == generation ? next.time : endTime ?? next.time)
    }

    /// Counts the current frame as presented; by the surface whose commit showed it.
    package func notePresented() { statistics.presented += 1 }

    private func show(_ frame: VideoFrame) {
        currentFrame = frame
        hasEnded = false
        endTime = frame.time + max(frame.duration, .zero)
        notify(.frames)
    }

    private func showFirstFrame(of frames: [VideoFrame], at presentation: Duration) -> Bool {
        guard let first = frames.first else {
            if source.isAtEnd && !hasEnded { end(at: clock.mediaTime(at: presentation)) }
            return false
        }
        source.takeFrames(1)
        generation = first.generation
        awaitsFirstFrame = false
        show(first)
        clock.set(media: first.time, at: presentation)
        if !isPaused { clock.resume(at: presentation) }
        return true
    }

    /// The frames that wait are long past (nothing was shown for a while): to decode all that lies between would take
    /// longer than to go there.
    private func catchUp(to mediaTime: Duration) {
        guard source.seek(to: mediaTime, exact: true) else { return }
        awaitsFirstFrame = true
    }

    private func step(to next: VideoFrame?, at presentation: Duration) -> Bool {
        guard stepsWanted > 0, let next else { return false }
        stepsWanted -= 1
        source.takeFrames(1)
        generation = next.generation
        show(next)
        clock.set(media: next.time, at: presentation)
        return true
    }

    private func end(at time: Duration) {
        hasEnded = true
        isPaused = true
        endTime = time
        clock.pause(at: now())
        clock.set(media: time, at: now())
        notify(.ended)
    }

    /// The source makes frames too slowly: the old picture stays.
    private func noteStarvation(_ mediaTime: Duration, since endTime: Duration) {
        guard mediaTime >= endTime else { return }
        statistics.repeated += 1
        // After half a second the clock waits, so that the frames that come late are shown and not dropped.
        if mediaTime - endTime > .milliseconds(500) { clock.set(media: endTime, at: now()) }
    }

    private func awaitFirstFrame(at time: Duration) {
        awaitsFirstFrame = true
        hasEnded = false
        endTime = nil
        stepsWanted = 0
        clock.pause(at: now())
        clock.set(media: time, at: now())
    }
}
