import Logging
package import Observation
package import OrielLibav
package import OrielMedia
import OrielPipeline
package import OrielPlatform
import OrielTransport

/// Playback of one medium or a list of media, with sound and subtitles. Main actor only.
///
/// A player has no surface: a `PlayerView` shows its frames, and it continues to play while they are not visible. All
/// times are media times, counted from the start of the medium.
///
/// A player is `Observable`: its properties are, except `position`, `statistics` and the others that change with each
/// frame. `periodicTimes(every:)`, `boundaryTimes(_:)` and `events` tell the rest.
@MainActor
public final class Player {
    /// Clock of host times; replaceable in tests.
    package typealias HostClock = @MainActor () -> Duration

    package let source: any FrameSource
    /// The sound output; nil if no sound is played.
    package let sound: PlayerSound?
    /// The present item's subtitles; nil if it can't have any.
    package internal(set) var subtitles: PlayerSubtitles?
    /// Volume and muting, kept without a sound output too.
    var level: SoundLevel { didSet { sound?.level = level } }
    /// Whether frames are not visible and sound is not audible; the sound output halts then.
    var isSilent = false
    private(set) var transport: Transport
    let now: HostClock
    /// The frame that is shown; nil until the first one was decoded.
    package private(set) var currentFrame: VideoFrame?
    /// The same frame without `pictureForm`, and that form.
    var shownForm = ShownForm()
    private var counts = (presented: 0, copied: 0)
    /// Called at each change.
    package let onChange = HandlerList<Change>()
    /// Called when the list, its order, its repetition or the duration has changed.
    package var onFactsChange: HandlerList<Void> { face.onFactsChange }
    /// Observers of the properties (`Observable`).
    package let registrar = ObservationRegistrar()

    /// Change of a player; see `changes()`.
    public enum Change: Hashable, Sendable {
        /// The medium is open: its size and duration are known, and it can be shown.
        case opened
        /// The medium can't be played, or not to its end; `status` has the reason.
        case failed
        /// Another frame is shown.
        case frames
        /// Playback was paused or resumed, by the user or the program.
        case paused
        /// The speed has changed.
        case speed
        /// A seek has begun; the frame of its position follows.
        case seeked
        /// The last seek is complete: `currentFrame` is its frame, displayed or not.
        case landed
        /// Buffering has begun or ended; see `isBuffering`.
        case buffering
        /// Playback has ended, after the last frame's duration.
        case ended
        /// Playback has looped to the beginning.
        case looped
        /// The subtitles' selection, style or list has changed.
        case subtitles
        /// Another item of the list is played, or none is left; see `currentItem`.
        case item
        /// An item can't be played and was skipped; `failure(of:)` has the reason.
        case skipped(PlayerItem)
        /// `pictureForm`, deinterlacing or the video track has changed.
        case form
        /// An interstitial has begun or ended; see `currentInterstitial`.
        case interstitial
        /// The app has set chapters or interstitials.
        case marks
        /// Volume, muting, delay or track of the sound has changed.
        case sound
    }

    var itemMarks = ItemMarks()

    /// The settings and the callers behind AVPlayer's names.
    var face = PlayerFace()

    /// Changes that listeners have not been told of.
    var changeQueue = ChangeQueue()
    private var progress = ItemProgress()
    /// Options that items begin with.
    package var itemOptions = Options()
    /// Called when the player leaves an item for another one, with the position. The last value is the item's duration
    /// if playback can resume from there; nil if the item was played to its end or its duration is unknown. It may
    /// change the list.
    public var onLeave: (PlayerItem, Duration, Duration?) -> Void = { _, _, _ in }
    /// Called when a track of the present item, or a file that goes with it, can't be played, while the rest is.
    package var onLoss: [(MediaError) -> Void] = []
    /// Called with the words of the subtitles that are shown from now on.
    package var onSubtitleLines: [([String]) -> Void] = []
    /// Whether refreshes change nothing until another event.
    private var isSettled = false

    /// Whether the source's state is read. Not before the player is attached to a loop, so that the code that made it
    /// can add its handlers.
    var takesNews = true
    /// Pause state; frees decoded frames after `limit`.
    package let longPause = LongPause()
    /// Watches and timer in the loop that the player is attached to; nil while it is detached.
    var service: LoopService?

    /// - Parameters:
    ///   - level: the sound's.
    ///   - speed: in media seconds per second.
    ///   - start: the position before the first frame.
    ///   - now: the host's clock.
    package init(
        source: any FrameSource, sound: PlayerSound? = nil, level: SoundLevel = SoundLevel(),
        subtitles: PlayerSubtitles? = nil, paused: Bool = false, speed: Double = 1, start: Duration = .zero,
        clock now: @escaping HostClock = { MonotonicClock.now }
    ) {
        self.source = source
        self.sound = sound
        self.level = level
        self.subtitles = subtitles
        self.now = now
        transport = Transport(position: start, speed: speed, isPaused: paused)
        face.defaultSpeed = speed
        noteFirstValues()
    }

    deinit { face.finish() }

    // MARK: State

    /// The present media time.
    package var position: Duration { transport.position(source: sourceState.0, at: now()) }
    /// Media seconds per second.
    package var speed: Double { observed(\.speed, transport.clock.speed) }
    /// Whether playback is paused, by the user or the program; also true at the end.
    public var isPaused: Bool { observed(\.isPaused, transport.isPaused) }
    /// Whether the last frame's duration is over, displayed or not.
    public var hasEnded: Bool { observed(\.hasEnded, transport.phase == .ended) }
    /// Whether the source has failed and the frames before the failure are over.
    package var hasFailed: Bool { transport.phase == .failed }
    /// Whether the clock waits for frames of the source.
    public var isBuffering: Bool { observed(\.isBuffering, transport.phase == .buffering) }

    /// Whether a seek is not complete.
    package var isSeeking: Bool {
        if case .seeking = transport.phase { return true }
        return false
    }
    /// Counts of the player's frames so far.
    public var statistics: PlayerStatistics {
        PlayerStatistics(presented: counts.presented, copied: counts.copied, transport.counts)
    }

    // MARK: Commands

    /// Pauses at the present frame. A paused player causes no wakeup, except one after a minute
    /// that frees decoded frames.
    public func pause() { send(.pause) }

    /// Resumes playback at the present speed; from the start if the end was reached. `play()` begins at `defaultRate`.
    package func resume() {
        regainPictures()
        send(.resume)
    }

    /// Sets the speed, at once, and `defaultRate`. Sound keeps its pitch; it is silent below 0.25 and above 4.
    /// - Parameter speed: in media seconds per second, 0.1 to 8; a value that is no number has no effect.
    package func setSpeed(_ speed: Double) {
        changeSpeed(speed)
        face.defaultSpeed = transport.clock.speed
        tell(\.defaultRate)
    }

    /// Sets the speed, and leaves `defaultRate` as it is.
    func changeSpeed(_ speed: Double) { send(.speed(PlaybackLimits.speed.nearest(to: speed))) }

    /// Whether the medium is live and has a live edge to seek to.
    public var hasLiveEdge: Bool { observed(\.hasLiveEdge, source.state.hasLiveEdge) }

    /// Seeks to the live edge (`Change.landed`). A live stream that has fallen half a minute behind does so by itself.
    /// Does nothing for other media.
    public func seekToLiveEdge() { seek(.live) }

    /// Notes that the user holds the position, on the bar or by a key, or lets go; no item ends meanwhile.
    package func hold(_ isHeld: Bool) { send(.hold(isHeld)) }

    /// Shows the next frame and stays paused.
    public func stepForward() {
        regainPictures()
        send(.step)
    }

    /// Shows the previous frame, by an exact seek, and stays paused. `position` is then the beginning of that frame.
    public func stepBackward() { step(by: -1) }

    /// Shows the frame that is `count` frames later, all as long as the present one, by an exact seek.
    func step(by count: Int) {
        pause()
        guard let frame = currentFrame else { return }
        // A frame that begins a millisecond late would do as well, since containers round times.
        let margin = Duration.milliseconds(2)
        let end = frame.time + frame.duration * (min(max(count, -1_000_000), 1_000_000) + 1)
        seek(.seekFrame(at: (end - (frame.duration > .zero ? min(margin, frame.duration / 2) : margin)).onClocks))
    }

    // MARK: Surfaces

    /// Chooses the frame for a surface's refresh at host time `presentation`. Returns whether it is another frame than
    /// before.
    @discardableResult
    package func refresh(for presentation: Duration, interval: Duration) -> Bool {
        // Overlays over a paused video cause refreshes too.
        if isSettled { return false }
        let frame = currentFrame
        send(.refresh(presentation: presentation, interval: interval))
        isSettled = transport.isStanding && source.state.timebase == nil
        return currentFrame !== frame
    }

    /// Restarts the clock, so that the present frame's time begins at host time `presentation`; for a delay that the
    /// stream didn't cause.
    package func restartClock(at presentation: Duration) { send(.restart(presentation: presentation)) }

    /// Shows an empty frame if none was shown, so that a message can be read where a medium could not be opened.
    package func showGround() {
        guard currentFrame == nil else { return }
        shownForm.decoded = DrawnFrame.text(nil)
        reform()
        changeQueue.append(.frames)
        send(.news)
    }

    /// Removes the shown frame, until the next one comes. Only for sources with the app's timebase.
    package func removePicture() {
        (currentFrame, shownForm.decoded) = (nil, nil)
        send(.removePicture)
        notify(.frames)
    }

    /// Host time at which the next waiting frame is due; nil if no frame waits or the clock is stopped.
    package var nextFrameDue: Duration? { transport.nextFrameDue(source: sourceState.0) }

    /// Counts the current frame as presented; called by the surface whose commit showed it.
    package func notePresented() { counts.presented += 1 }

    /// Counts a frame that was copied to a texture, or drawn by the processor; called by the renderer.
    package func noteCopied() { counts.copied += 1 }

    /// Applies `pictureForm` to the shown frame.
    func reform() { currentFrame = shownForm.frame }

    // MARK: List

    package var queue: QueueSource? { source as? QueueSource }

    private func leave(_ item: PlayerItem, hasEnded: Bool) {
        progress.left(hasEnded: hasEnded)
        changeQueue.append(.init(item: item, position: position, duration: hasEnded ? nil : duration))
    }

    /// Updates marks, subtitles and listeners for the new present item.
    private func takeUpItem() {
        face.seeks.end(false)
        currentItem?.soughtTime = nil
        progress.arrived()
        forgetMarks()
        shownForm.bars = BlackBars()
        renewSubtitles()
        changeQueue.append(.item)
        tellFailures()
    }

    func tellFailures() { for item in queue?.takeFailures() ?? [] { changeQueue.append(.skipped(item)) } }

    func tellLosses() {
        for loss in progress.unreported(of: source.losses) {
            Self.log.warning("\(loss)")
            for handler in onLoss { handler(loss) }
            tellEvent(.trackLost(loss))
        }
    }

    /// Changes the list; `body` returns whether another item is played now, or none.
    package func change(_ body: (QueueSource) -> Bool) {
        guard let queue else { return }
        let (item, position, duration) = (currentItem, position, duration)
        defer {
            tell(\.items)
            onFactsChange()
        }
        guard body(queue) else { return send(.news) }
        if let item { changeQueue.append(.init(item: item, position: position, duration: hasEnded ? nil : duration)) }
        takeUpItem()
        send(.advanced(late: nil))
    }

    // MARK: The transport

    /// The source's state, and its waiting frames.
    var sourceState: (SourceState, [VideoFrame]) {
        guard takesNews else { return (SourceState(phase: .opening), []) }
        // In this order: an end in the state covers the frames that are read after it.
        var state = source.state
        let frames = source.waitingFrames()
        state.waiting = frames.map { FrameStamp($0) }
        return (state, frames)
    }

    /// Handles an event and performs its effects. Listeners are called after that, so that they find a settled state.
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
                    if shownForm.take(frames.prefix(count)) || currentFrame == nil { reform() }
                    lookForBars()
                    frames.removeFirst(count)
                    source.takeFrames(count)
                    if let left = queue?.takeCrossing() { leave(left, hasEnded: true) }
                case .drop:
                    shownForm.hasDropped = true
                    frames.removeFirst()
                    source.takeFrames(1)
                case .seek(let time, let kind): next = .seekAnswered(generation: source.seek(to: time, kind))
                case .wakeWhenBuffered(let time): source.medium?.wake(whenBufferedUntil: time)
                case .tell(.looped) where progress.hasCrossed: break
                case .tell(let change):
                    face.seeks.note(change)
                    changeQueue.append(Change(change))
                case .advance(let late):
                    if let item = currentItem { leave(item, hasEnded: true) }
                    queue?.advance()
                    takeUpItem()
                    next = .advanced(late: late)
                }
            }
            if progress.hasCrossed { takeUpItem() }
        }
        arm()
        followTimes()
        followPause()
        followSound()
        // After the device's clock was set, since the sound for the new speed is measured by it.
        if let sound, case .speed = event {
            source.setSoundSpeed(
                speed, at: transport.clock.mediaTime(at: now()) - sound.delay,
                generation: currentFrame?.generation ?? 0)
        }
        if progress.takeNewItem() { subtitlesHaveNews() }
        guard changeQueue.beginTelling() else { return }
        while let news = changeQueue.next() {
            switch news {
            case .change(let change):
                notify(change)
                if change == .frames { noteInterstitial() }
            case .left(let left): onLeave(left.item, left.position, left.duration)
            }
        }
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
