import OrielTransport

/// A source that makes frames when it is told to, as a decoder with a queue of two does.
struct ModelSource: Hashable {
    var frameCount = 4
    var frameDuration = Duration.milliseconds(100)
    var capacity = 2
    var isSeekable = true
    var isLive = false
    var isStill = false
    var tellsDuration = true
    var loops = false
    var bufferedUntil: Duration?
    /// Until when there is sound, where that is longer than the pictures.
    var soundUntil: Duration?
    var hasLostPictures = false
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
        return SourceState(
            phase: phase, duration: isOpen && tellsDuration && !isStill ? length : nil, isSeekable: isSeekable,
            isLive: isLive, isStill: isStill, loops: loops, bufferedUntil: bufferedUntil,
            breaksAt: breakage.map { frameDuration * $0 }, soundUntil: soundUntil, hasLostPictures: hasLostPictures,
            waiting: waiting)
    }

    /// Opens, or makes one frame, or says that there is none left. False if it has nothing to do.
    mutating func work() -> Bool {
        switch phase {
        case .opening: phase = .ready
        case .ready where waiting.count < capacity:
            if next == breakage {
                phase = .failed
                return true
            }
            if next == frameCount {
                guard loops else {
                    phase = .ended
                    return true
                }
                next = 0
                generation += 1
            }
            waiting.append(
                FrameStamp(time: frameDuration * next, duration: frameDuration, generation: generation))
            next += 1
        default: return false
        }
        return true
    }

    mutating func fail() { phase = .failed }

    /// Nothing was read behind the frame after the next, and that is known before those are made.
    mutating func breakOff() { breakage = min(next + 1, frameCount) }

    mutating func take(_ count: Int) { waiting.removeFirst(count) }

    mutating func seek(to time: Duration) -> Int? {
        guard isSeekable, phase != .failed else { return nil }
        seeks += 1
        hasLostPictures = false
        generation += 1
        waiting = []
        next = min(Int(time / frameDuration), max(0, frameCount - 1))
        breakage = nil
        if phase == .ended { phase = .ready }
        return generation
    }
}
