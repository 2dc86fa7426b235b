import OrielDecode
import OrielLibav
import OrielMedia
import OrielPipeline
import OrielPlatform
import Testing

/// A frame consumer for tests: it takes a pipeline's frames as fast as they come, on a loop of its own.
final class Viewer {
    /// The limit after which a wait fails, so that a hang doesn't last for ever. It is long since the machine may be
    /// busy.
    static let patience = Duration.seconds(60)
    /// The largest number of queued frames, for clips of 30 a second.
    static let full = FrameBudget.queueDepth(of: .milliseconds(33))

    let pipeline: MediaPipeline
    private let loop: EventLoop
    private let wakeup: Wakeup
    private(set) var wakeups = 0

    init(
        _ location: MediaLocation, _ options: MediaPipeline.Options = MediaPipeline.Options(),
        audio: (any AudioRenderer)? = nil
    ) throws {
        loop = try EventLoop()
        wakeup = try Wakeup()
        pipeline = try MediaPipeline(location: location, options: options, audio: audio, wakeup: wakeup)
        try loop.watch(wakeup) { [unowned self] in self.wakeups += 1 }
    }

    convenience init(_ path: String, _ options: MediaPipeline.Options = MediaPipeline.Options()) throws {
        try self.init(.path(path), options)
    }

    deinit { pipeline.close() }

    struct Stuck: Error {}

    /// Runs the loop until `condition` returns a value; it is checked at each wakeup and after each `interval`.
    @discardableResult
    func wait<R>(_ interval: Duration = .seconds(1), _ condition: () -> R?) throws -> R {
        let deadline = MonotonicClock.now + Self.patience
        while true {
            if let result = condition() { return result }
            guard MonotonicClock.now < deadline else { throw Stuck() }
            loop.turn(limit: interval)
        }
    }

    /// Runs the loop for a time and returns the number of its wakeups.
    func wakeups(during time: Duration) -> Int {
        let before = wakeups
        let deadline = MonotonicClock.now + time
        while MonotonicClock.now < deadline { loop.turn(limit: deadline - MonotonicClock.now) }
        return wakeups - before
    }

    /// Runs the loop for a time.
    func wait(for time: Duration) { _ = wakeups(during: time) }

    /// Returns the next frame, or nil at the end, or once `isEnough` is true.
    func next(unless isEnough: @autoclosure () -> Bool = false) throws -> VideoFrame? {
        try wait { () -> VideoFrame?? in
            // The phase is read first: the last frame is in the queue before the end is published.
            let phase = pipeline.snapshot.phase
            if let frame = pipeline.takeFrame() { return .some(frame) }
            switch phase {
            case .ended, .failed: return .some(nil)
            case .opening, .ready: return isEnough() ? .some(nil) : nil
            }
        }
    }

    /// Returns all frames to the end.
    func rest() throws -> [VideoFrame] {
        var frames: [VideoFrame] = []
        while let frame = try next() { frames.append(frame) }
        return frames
    }

    /// Waits until the medium is open or has failed; returns its information, nil if it failed.
    @discardableResult
    func opened() throws -> MediaInfo? {
        try wait { pipeline.snapshot.phase == .opening ? nil : .some(pipeline.snapshot.info) }
    }

    /// Returns the error that the medium ended with, or nil without one.
    func failure() throws -> MediaError? {
        _ = try rest()
        if case .failed(let error) = pipeline.snapshot.phase { return error }
        return nil
    }

    /// Seeks and returns the first frame of that generation, or nil if there is none.
    func seek(_ time: Duration, _ mode: SeekMode = .exact) throws -> VideoFrame? {
        guard let generation = pipeline.seek(to: time, mode: mode) else { return nil }
        while let frame = try next() {
            if frame.generation >= generation { return frame }
        }
        return nil
    }
}

/// Expects every index once and in order, at increasing times.
func expectComplete(
    _ frames: [VideoFrame], _ count: Int, from first: Int = 0, sourceLocation: SourceLocation = #_sourceLocation
) {
    let seen = frames.map(IndexClip.index)
    #expect(seen == (first..<first + count).map { $0 }, sourceLocation: sourceLocation)
    for (earlier, later) in zip(frames, frames.dropFirst()) {
        #expect(earlier.time < later.time, sourceLocation: sourceLocation)
    }
}
