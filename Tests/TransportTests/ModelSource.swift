import OrielTransport

/// A source that makes frames when it is told to, as a decoder with a queue of two does.
struct ModelSource: Hashable {
    var frameCount = 4
    var frameDuration = Duration.milliseconds(100)
    /// How much later than by their number frames are, over and over; empty for a constant rate.
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
    /// Until when there is sound, where that is longer than the pictures.
    var soundUntil: Duration?
    /// Where it is sent to go on it makes a first picture of every so many, and the one of the place only when it was asked so often.
    var keyInterval = 0
    var slowness = 0
    private var travel = 0
    /// Pictures that nobody sees may be left out, though not a run's first.
    var mayLosePictures = false
    var hasLostPictures = false
    private var hasPictureInRun = false
    var arePicturesLost = false
    /// Pictures may pause while sound goes on, and do.
    var mayPause = false
    var arePicturesPaused = false
    var isSoundOnly = false
    /// Its length is a guess.
    var isDurationGuessed = false
    /// Nothing tells that it is over.
    var isEndless = false
    /// How many media like it follow, and how many frames of the next are ready when this one's last is.
    var successors = 0
    var readyAhead = 0
    /// When it is to tell that it was read ahead.
    var wakeTime: Duration?

    /// The frame behind which reading broke off.
    private(set) var breakage: Int?
    private(set) var phase = SourceState.Phase.opening
    private(set) var generation = 0
    private(set) var waiting: [FrameStamp] = []
    private(set) var next = 0
    private(set) var seeks = 0

    var length: Duration { frameDuration * frameCount }

    var state: SourceState {
        let isOpen = phase != .opening
        var state = SourceState(
            phase: phase, duration: isOpen && tellsDuration && !isStill ? length : nil, isSeekable: isSeekable,
            isLive: isLive, isStill: isStill, loops: loops, bufferedUntil: bufferedUntil,
            breaksAt: breakage.map { frameDuration * $0 }, soundUntil: soundUntil, hasLostPictures: hasLostPictures,
            waiting: waiting)
        state.hasSuccessor = successors > 0
        state.arePicturesLost = arePicturesLost
        state.arePicturesPaused = arePicturesPaused
        state.isSoundOnly = isSoundOnly
        state.isDurationGuessed = isDurationGuessed
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

    /// The first frames of the medium that follows.
    private var ahead: [FrameStamp] {
        (0..<readyAhead).map {
            FrameStamp(time: frameDuration * $0, duration: frameDuration, generation: nextGeneration)
        }
    }

    private var nextGeneration: Int { (generation / 1000 + 1) * 1000 }

    /// The medium that follows is the present one.
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

    /// Opens, or makes one frame, or says that there is none left. False if it has nothing to do.
    mutating func work() -> Bool {
        switch phase {
        case .opening: phase = .ready
        case .ready where waiting.count < capacity && !hasLostPictures:
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
            arePicturesPaused = false
        default: return false
        }
        return true
    }

    /// No more frames come until the next is made.
    mutating func pausePictures() -> Bool {
        guard mayPause, phase == .ready, waiting.isEmpty, !arePicturesPaused else { return false }
        arePicturesPaused = true
        return true
    }

    /// What is behind the frames that wait is left out.
    mutating func losePictures() -> Bool {
        guard mayLosePictures, phase == .ready, hasPictureInRun, !hasLostPictures else { return false }
        hasLostPictures = true
        return true
    }

    /// What waits is no more.
    mutating func leaveOut() { waiting = [] }

    /// The next frame is a later one.
    mutating func skip(to frame: Int) { next = frame }

    mutating func fail() { phase = .failed }

    /// Nothing was read behind the frame after the next, and that is known before those are made.
    mutating func breakOff() { breakage = min(next + 1, frameCount) }

    mutating func take(_ count: Int) {
        let own = min(count, waiting.count)
        waiting.removeFirst(own)
        guard count > own else { return }
        advance()
        waiting.removeFirst(count - own)
    }

    /// The frame that a live stream is at, where it is opened anew.
    mutating func seekToLiveEdge() -> Int? {
        guard hasLiveEdge, phase != .failed else { return nil }
        return go(to: liveFrame)
    }

    /// - Parameter hasPreview: whether a picture of the way there is wanted.
    mutating func seek(to time: Duration, hasPreview: Bool = false) -> Int? {
        guard isSeekable, phase != .failed else { return nil }
        defer { if hasPreview, keyInterval > 0, !next.isMultiple(of: keyInterval) { travel = slowness } }
        return go(to: min(Int(time / frameDuration), max(0, frameCount - 1)))
    }

    private mutating func go(to frame: Int) -> Int? {
        seeks += 1
        (hasLostPictures, hasPictureInRun, travel) = (false, false, 0)
        generation += 1
        waiting = []
        next = frame
        breakage = nil
        if phase == .ended { phase = .ready }
        return generation
    }
}
