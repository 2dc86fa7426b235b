import Logging
package import OrielMedia
import OrielPlatform
package import OrielPlayback
import OrielTransport

/// A stream's playback: its source, its transport, the frame it shows now. It knows nothing of surfaces; a `PlayerView`
/// shows it, and it goes on where nobody sees it. Every time is media time, since the start of the stream.
@MainActor
public final class Player {
    /// Host times come from here, so that tests can set them.
    package typealias HostClock = @MainActor () -> Duration

    package let source: any FrameSource
    /// Nil where none is played.
    package let sound: PlayerSound?
    /// Nil where none can be; another one with each item.
    package internal(set) var subtitles: PlayerSubtitles?
    /// What is set where there is no sound.
    var silentVolume = 100
    var isSilentlyMuted = false
    /// Nobody sees it, and nobody would hear it: not even its sound goes on.
    var isSilent = false
    var wantsPictures = true
    private(set) var transport: Transport
    let now: HostClock
    /// The picture; nil until the first frame came.
    package private(set) var currentFrame: VideoFrame?
    /// The picture as it came, before the form that it is shown in.
    private var decodedFrame: VideoFrame?
    var form = PictureForm()
    private var presented = 0
    private var copied = 0
    /// Called when something a surface or a listener would show has changed.
    package var onChange: [(Change) -> Void] = []

    /// What has changed; see `changes()`.
    public enum Change: Hashable, Sendable {
        /// The medium is open: its size and length are known, and it can be shown.
        case opened
        /// It can't be played, or not to its end: `status` says why.
        case failed
        /// Another frame is the picture.
        case frames
        /// It was paused or resumed, by whomever.
        case paused
        /// It plays at another speed.
        case speed
        /// It goes to another position; the frame of that position follows.
        case seeked
        /// The frame of the position last asked for is the picture, seen or not.
        case landed
        /// It waits for its source, or no longer does; see `isBuffering`.
        case buffering
        /// The last frame was shown for its time.
        case ended
        /// It began again.
        case looped
        /// Other subtitles are shown, or in another way; or there are more to choose from.
        case subtitles
        /// Another item of its list is played, or none is left; see `currentItem`.
        case item
        /// An item can't be played, and is passed over; `failure(of:)` says why.
        case skipped(PlayerItem)
        /// Its picture sits in its surfaces in another way.
        case form
        /// An interstitial begins or is over; see `currentInterstitial`.
        case interstitial
        /// The app marked other parts of it.
        case marks
        /// It is louder or softer, muted or not, its sound comes at another time, or another sound is heard.
        case sound
    }

    var itemMarks = ItemMarks()

    /// Those who read `changes()`.
    var readers: [AsyncStream<Change>.Continuation] = []
    private var untold: [Change] = []
    /// The picture is another item's since the present event.
    private var hasCrossed = false
    private var hasNewItem = false
    /// How items begin.
    package var itemOptions = Options()
    /// Called when an item is left for another one, with where it was left, and its length where it can be played on from there.
    public var onLeave: (PlayerItem, Duration, Duration?) -> Void = { _, _, _ in }
    /// Called when a part of the present item, or a file that goes with it, turns out not to be playable, while the rest is.
    package var onLoss: [(MediaError) -> Void] = []
    private var toldLosses = 0
    private var isHandling = false
    /// A refresh was seen and nothing has happened since that makes another of any use.
    private var isSettled = false

    /// Whether what its source has become is taken up. Not before a loop turns for it: whoever made it may still be about to listen.
    var takesNews = true
    /// Where it stands, and for how long it must before its pictures are given back.
    package var longPause = LongPause()
    /// The loop that it is served by.
    var loop: MainLoop?
    /// What it watches there.
    var news: [EventLoop.Token] = []
    /// When it is called next, and by what.
    var timer: (time: Duration, token: EventLoop.Token)?

    /// - Parameters:
    ///   - speed: media seconds per second.
    ///   - start: what `position` says before the first frame.
    ///   - now: the host's clock.
    package init(
        source: any FrameSource, sound: PlayerSound? = nil, subtitles: PlayerSubtitles? = nil, paused: Bool = false,
        speed: Double = 1, start: Duration = .zero, clock now: @escaping HostClock = { MonotonicClock.now }
    ) {
        self.source = source
        self.sound = sound
        self.subtitles = subtitles
        self.now = now
        transport = Transport(position: start, speed: speed, isPaused: paused)
    }

    deinit { for reader in readers { reader.finish() } }

    // MARK: Where it is

    /// The media time now.
    public var position: Duration { transport.position(source: sourceState.0, at: now()) }
    /// Media seconds per second.
    public var speed: Double { transport.clock.speed }
    /// Whether the clock is stopped, by whomever; also at the end.
    public var isPaused: Bool { transport.isPaused }
    /// True once the last frame was shown for its time, or would have been.
    public var hasEnded: Bool { transport.phase == .ended }
    /// The source failed, and what it gave before was shown, or would have been.
    var hasFailed: Bool { transport.phase == .failed }
    /// The source owes frames, and the clock waits for them.
    public var isBuffering: Bool { transport.phase == .buffering }

    /// The picture of another position is on its way.
    package var isSeeking: Bool {
        if case .seeking = transport.phase { return true }
        return false
    }
    /// Counts of its frames so far.
    public var statistics: PlayerStatistics { PlayerStatistics(presented: presented, copied: copied, transport.counts) }

    // MARK: Commands

    /// Stops at the present frame. No timer and no wakeup remains.
    public func pause() { send(.pause) }

    /// Goes on; from the start if the end was reached.
    public func resume() {
        regainPictures()
        send(.resume)
    }

    /// Plays at another speed, at once. Sound keeps its pitch; it is silent below 0.25 and above 4.
    /// - Parameter speed: media seconds per second, 0.1 to 8.
    public func setSpeed(_ speed: Double) { send(.speed(PlaybackLimits.speed.nearest(to: speed))) }

    /// Goes to `time`; the picture stays until the frame of that time has come. `Change.landed` tells when.
    public func seek(to time: Duration) { send(.seek(time.onClocks)) }

    /// Whether it comes live and can be taken up where it is by now.
    public var hasLiveEdge: Bool { source.state.hasLiveEdge }

    /// Goes to where a live stream is by now, as it does by itself once it has fallen half a minute behind where it was taken up;
    /// of what isn't live nothing happens. `Change.landed` tells when.
    public func seekToLiveEdge() { send(.live) }

    /// A hand holds the position, on the bar or by a key, or lets go: while one does, no item ends.
    package func hold(_ isHeld: Bool) { send(.hold(isHeld)) }

    /// Shows the next frame and stays paused.
    public func stepForward() {
        regainPictures()
        send(.step)
    }

    /// Shows the frame before, by an exact seek, and stays paused. `position` is then the beginning of that frame.
    public func stepBackward() {
        pause()
        guard let frame = currentFrame else { return }
        // A frame that begins a millisecond late would do as well, since containers round times.
        let margin = Duration.milliseconds(2)
        send(.seekFrame(at: frame.time - (frame.duration > .zero ? min(margin, frame.duration / 2) : margin)))
    }

    // MARK: Surfaces

    /// A surface draws for the refresh at host time `presentation`: chooses the picture. True if it is another one than before.
    @discardableResult
    package func refresh(for presentation: Duration, interval: Duration) -> Bool {
        // What stands over the picture turns the loop while that stands still.
        if isSettled { return false }
        let frame = currentFrame
        send(.refresh(presentation: presentation, interval: interval))
        isSettled = transport.isStanding && source.state.timebase == nil
        return currentFrame !== frame
    }

    /// The present frame's time begins at host time `presentation`: what was late was not the stream.
    package func restartClock(at presentation: Duration) { send(.restart(presentation: presentation)) }

    /// There is no picture until the next frame has come. Of a source whose time is the app's.
    package func removePicture() {
        (currentFrame, decodedFrame) = (nil, nil)
        send(.removePicture)
        notify(.frames)
    }

    /// The host time at which the next waiting frame is due; nil if nothing waits or nothing runs.
    package var nextFrameDue: Duration? { transport.nextFrameDue(source: sourceState.0) }

    /// Counts the current frame as presented; by the surface whose commit showed it.
    package func notePresented() { presented += 1 }

    /// Counts a frame that was copied to where it is drawn from, or drawn by the processor; by what draws.
    package func noteCopied() { copied += 1 }

    /// Shows the picture in the present form.
    func reform() { currentFrame = decodedFrame.map { form.applied(to: $0) } }

    // MARK: Its list

    package var queue: QueueSource? { source as? QueueSource }

    private func leave(_ item: PlayerItem, hasEnded: Bool) {
        hasCrossed = hasEnded
        onLeave(item, position, hasEnded ? nil : duration)
    }

    /// Another item is the present one.
    private func takeUpItem() {
        hasCrossed = false
        hasNewItem = true
        toldLosses = 0
        forgetMarks()
        renewSubtitles()
        untold.append(.item)
        tellFailures()
    }

    func tellFailures() { for item in queue?.takeFailures() ?? [] { untold.append(.skipped(item)) } }

    func tellLosses() {
        let losses = source.losses
        guard losses.count > toldLosses else { return }
        let new = losses[toldLosses...]
        toldLosses = losses.count
        for loss in new {
            Self.log.warning("\(loss)")
            for handler in onLoss { handler(loss) }
        }
    }

    /// Somebody changed the list so that another item is played, or none.
    func change(_ body: (QueueSource) -> Bool) {
        guard let queue else { return }
        let (item, position, duration) = (currentItem, position, duration)
        guard body(queue) else { return send(.news) }
        if let item { onLeave(item, position, hasEnded ? nil : duration) }
        takeUpItem()
        send(.advanced(late: nil))
    }

    // MARK: The transport

    /// The source's state with the frames that wait.
    var sourceState: (SourceState, [VideoFrame]) {
        guard takesNews else { return (SourceState(phase: .opening), []) }
        // In this order: an end that is told counts for the frames read after it.
        var state = source.state
        let frames = source.waitingFrames()
        state.waiting = frames.map { FrameStamp($0) }
        return (state, frames)
    }

    /// One event, and what it asks for. Listeners hear of it after all is done, so that what they call finds a settled state.
    func send(_ event: Transport.Event) {
        isSettled = false
        var next: Transport.Event? = event
        while let event = next {
            next = nil
            let (state, waiting) = sourceState
            var frames = waiting[...]
            for effect in transport.handle(event, source: state, at: now()) {
                switch effect {
                case .take(let count):
                    decodedFrame = frames.dropFirst(count - 1).first
                    reform()
                    frames.removeFirst(count)
                    source.takeFrames(count)
                    if let left = queue?.takeCrossing() { leave(left, hasEnded: true) }
                case .drop:
                    frames.removeFirst()
                    source.takeFrames(1)
                case .seek(let time, let kind): next = .seekAnswered(generation: source.seek(to: time, kind))
                case .wakeWhenBuffered(let time): source.wake(whenBufferedUntil: time)
                case .tell(.looped) where hasCrossed: break
                case .tell(let change): untold.append(Change(change))
                case .advance(let late):
                    if let item = currentItem { leave(item, hasEnded: true) }
                    queue?.advance()
                    takeUpItem()
                    next = .advanced(late: late)
                }
            }
            if hasCrossed { takeUpItem() }
        }
        arm()
        followPause()
        followSound()
        // After the device's clock, so that what comes next is measured by the new one.
        if let sound, case .speed = event {
            source.setSoundSpeed(
                speed, at: transport.clock.mediaTime(at: now()) - sound.delay,
                generation: currentFrame?.generation ?? 0)
        }
        if hasNewItem {
            hasNewItem = false
            subtitlesHaveNews()
        }
        guard !isHandling else { return }
        isHandling = true
        while !untold.isEmpty {
            let change = untold.removeFirst()
            notify(change)
            if change == .frames { noteInterstitial() }
        }
        isHandling = false
    }
}

extension Player.Change {
    init(_ change: Transport.Change) {
        self =
            switch change {
            case .opened: .opened
            case .failed: .failed
            case .picture: .frames
            case .paused: .paused
            case .speed: .speed
            case .seeked: .seeked
            case .landed: .landed
            case .buffering: .buffering
            case .ended: .ended
            case .looped: .looped
            }
    }
}
