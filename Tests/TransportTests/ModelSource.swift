import OrielTransport

/// A source that makes frames on request, as a decoder with a queue of two does.
struct ModelSource: Hashable {
    var frameCount = 4
    var frameDuration = Duration.milliseconds(100)
    /// Delays of frames against a constant rate, repeated; empty for a constant rate.
    var unevenness: [Duration] = []
    var capacity = 2
    var isSeekable = true
    var isLive = false
    var hasLiveEdge = false
    var liveFrame = 0
    var isStill = false
    var tellsDuration = true
    var loops = false
    var bufferedUntil: Duration?
    var isReadAhead = false
    /// End of audio, if that is longer than the video; otherwise nil.
    var soundUntil: Duration?
    /// After a seek forward it first returns a preview at multiples of `keyInterval`, and the target's frame only after
    /// `slowness` requests.
    var keyInterval = 0
    var slowness = 0
    private var travel = 0
    /// Whether unseen frames may be dropped, except a run's first.
    var mayLoseVideo = false
    var hasLostVideo = false
    private var hasPictureInRun = false
    var isVideoLost = false
    /// Whether the video can pause while audio goes on.
    var mayPause = false
    var isVideoPaused = false
    var isSoundOnly = false
    /// Whether its duration is an estimate.
    var isDurationGuessed = false
    /// Whether it is a growing file, of whose length only half is known.
    var isGrowing = false
    /// Whether its end is never reported.
    var isEndless = false
    /// Number of equal media that follow, and number of the next one's frames that are ready with this one's last.
    var successors = 0
    var readyAhead = 0
    /// Whether an item that the user chose is being opened.
    var awaitsItem = false
    /// Buffered time at which it must wake the transport; nil for none.
    var wakeTime: Duration?

    /// Number of frames after which reading failed; nil if it didn't.
    private(set) var breakage: Int?
    private(set) var phase = SourceState.Phase.opening
    private(set) var generation = 0
    private(set) var waiting: [FrameStamp] = []
    private(set) var next = 0
    private(set) var seeks = 0

    /// Creates the default source with a change.
    init(_ change: (inout Self) -> Void = { _ in }) { change(&self) }

    var length: Duration { frameDuration * frameCount }

    var state: SourceState {
        let isOpen = phase != .opening
        var state = SourceState(
            phase: phase, duration: isOpen && tellsDuration && !isStill ? length / (isGrowing ? 2 : 1) : nil,
            isSeekable: isSeekable,
            isLive: isLive, isStill: isStill, loops: loops, bufferedUntil: bufferedUntil,
            breaksAt: breakage.map { frameDuration * $0 }, soundUntil: soundUntil, hasLostVideo: hasLostVideo,
            waiting: waiting)
        state.hasSuccessor = successors > 0
        state.awaitsItem = awaitsItem
        state.isVideoLost = isVideoLost
        state.isVideoPaused = isVideoPaused
        state.isSoundOnly = isSoundOnly
        state.isDurationGuessed = isDurationGuessed || isGrowing
        state.isGrowing = isGrowing
        state.isReadAhead = isReadAhead
        state.hasLiveEdge = hasLiveEdge
        if phase == .ended, successors > 0 { state.waiting += ahead }
        return state
    }

    func time(of frame: Int) -> Duration {
        frameDuration * frame + (unevenness.isEmpty ? .zero : unevenness[frame % unevenness.count])
    }

    private func stamp(_ frame: Int, generation: Int) -> FrameStamp {
        let time = time(of: frame)
        return FrameStamp(time: time, duration: self.time(of: frame + 1) - time, generation: generation)
    }

    /// The first frames of the next medium.
    private var ahead: [FrameStamp] {
        (0..<readyAhead).map {
            FrameStamp(time: frameDuration * $0, duration: frameDuration, generation: nextGeneration)
        }
    }

    private var nextGeneration: Int { (generation / 1000 + 1) * 1000 }

    /// Makes the next medium the current one.
    mutating func advance() {
        guard successors > 0 else { return }
        generation = nextGeneration
        waiting =
            readyAhead > 0 ? ahead.map { FrameStamp(time: $0.time, duration: $0.duration, generation: generation) } : []
        phase = readyAhead > 0 ? .ready : .opening
        next = readyAhead
        successors -= 1
        breakage = nil
    }

    /// Opens, makes one frame, or reports the end. False if there is nothing to do.
    mutating func work() -> Bool {
        switch phase {
        case .opening: phase = .ready
        case .ready where waiting.count < capacity && !hasLostVideo:
            if travel > 0, hasPictureInRun {
                travel -= 1
                if travel > 0 { return false }
            }
            hasPictureInRun = true
            if next == breakage {
                phase = .failed
                return true
            }
            if next == frameCount {
                if isEndless { return false }
                guard loops else {
                    phase = .ended
                    return true
                }
                next = 0
                generation += 1
            }
            if travel > 0 {
                waiting.append(stamp(next / keyInterval * keyInterval, generation: generation))
            } else {
                waiting.append(stamp(next, generation: generation))
                next += 1
            }
            isVideoPaused = false
        default: return false
        }
        return true
    }

    /// Pauses the video: no more frames until the next is made.
    mutating func pauseVideo() -> Bool {
        guard mayPause, phase == .ready, waiting.isEmpty, !isVideoPaused else { return false }
        isVideoPaused = true
        return true
    }

    /// Drops the video after the queued frames.
    mutating func loseVideo() -> Bool {
        guard mayLoseVideo, phase == .ready, hasPictureInRun, !hasLostVideo else { return false }
        hasLostVideo = true
        return true
    }

    /// Drops the queued frames.
    mutating func leaveOut() { waiting = [] }

    /// Jumps to a later frame.
    mutating func skip(to frame: Int) { next = frame }

    mutating func fail() { phase = .failed }

    /// Reading fails after the next frame but one, which is known before those are made.
    mutating func breakOff() { breakage = min(next + 1, frameCount) }

    mutating func take(_ count: Int) {
        let own = min(count, waiting.count)
        waiting.removeFirst(own)
        guard count > own else { return }
        advance()
        waiting.removeFirst(count - own)
    }

    /// Seeks to the frame at a live stream's edge, as if it were opened again.
    mutating func seekToLiveEdge() -> Int? {
        guard hasLiveEdge, phase != .failed else { return nil }
        return go(to: liveFrame)
    }

    /// - Parameter hasPreview: whether previews on the way are wanted.
    mutating func seek(to time: Duration, hasPreview: Bool = false) -> Int? {
        guard isSeekable, phase != .failed else { return nil }
        defer { if hasPreview, keyInterval > 0, !next.isMultiple(of: keyInterval) { travel = slowness } }
        return go(to: min(Int(time / frameDuration), max(0, frameCount - 1)))
    }

    private mutating func go(to frame: Int) -> Int? {
        seeks += 1
        (hasLostVideo, hasPictureInRun, travel) = (false, false, 0)
        generation += 1
        waiting = []
        next = frame
        breakage = nil
        if phase == .ended { phase = .ready }
        return generation
    }
}
