import OrielLibav
import OrielMedia
import OrielPipeline
import OrielPlatform
import OrielTransport

/// A medium that is looked at without being played. It is opened by a pipeline as for playback, with its limits, but in
/// software and without sound. Its methods block: not for the main thread.
final class LookedMedium: Sendable {
    /// Longest wait for a frame.
    private static let patience = Duration.seconds(30)

    private let pipeline: MediaPipeline
    private let wakeup: Wakeup

    /// Begins to open an item's medium.
    init(_ item: PlayerItem, _ options: Player.Options) throws {
        guard item.location != .standardInput else {
            throw MediaError(.failed("standard input can be read only once, by a player"), item.location)
        }
        wakeup = try Wakeup()
        var wanted = MediaPipeline.Options(decoderThreads: 1, allowsNetwork: options.allowsNetwork)
        wanted.http = options.http
        wanted.deinterlaces = options.deinterlaces
        pipeline = try MediaPipeline(
            location: item.location, options: wanted, wakeup: wakeup, coverless: DrawnFrame.note)
    }

    /// Waits until the medium is open.
    func info(_ isCancelled: () -> Bool) throws -> MediaInfo {
        // Opening has its own limits.
        try wait(isCancelled, upTo: .seconds(3600)) { $0.info }
    }

    /// Returns the frame that is shown at a time, or a keyframe at or before it that is near enough.
    /// - Parameter tolerance: longest time between that keyframe and the wanted time.
    func frame(at time: Duration, tolerance: Duration, _ isCancelled: () -> Bool) throws -> VideoFrame {
        let info = try info(isCancelled)
        let end = info.knownDuration ?? Timebase.times.upperBound
        let time = min(max(.zero, time.onClocks), end)
        defer { pipeline.releasePictures() }
        if tolerance > .zero, let frame = try frame(at: time, .keyframe, isCancelled), frame.time <= time,
            frame.time >= time - min(tolerance, time)
        {
            return frame
        }
        guard let frame = try frame(at: time, .exact, isCancelled) else {
            throw MediaError(.failed("it has no frame at \(MediaError.clock(time))"), pipeline.location)
        }
        return frame
    }

    private func frame(at time: Duration, _ mode: SeekMode, _ isCancelled: () -> Bool) throws -> VideoFrame? {
        // A still image, a cover and a pipe have their first frame alone.
        let generation = pipeline.seek(to: time, mode: mode)
        guard generation != nil || time == .zero || isStill else { return nil }
        return try wait(isCancelled, upTo: Self.patience) { snapshot -> VideoFrame?? in
            while let frame = pipeline.takeFrame() {
                if frame.generation >= generation ?? 0 { return .some(frame) }
            }
            return snapshot.phase == .ended ? .some(nil) : nil
        }
    }

    private var isStill: Bool { pipeline.snapshot.info?.video.isStillImage == true }

    /// Waits for a value of the pipeline's. The state is read before its frames, so that an end covers them.
    private func wait<Value>(
        _ isCancelled: () -> Bool, upTo limit: Duration, _ value: (MediaPipeline.Snapshot) -> Value?
    ) throws -> Value {
        let deadline = MonotonicClock.now + limit
        while true {
            wakeup.clear()
            let snapshot = pipeline.snapshot
            if let value = value(snapshot) { return value }
            if let failure = snapshot.phase.failure ?? snapshot.readFailure { throw failure }
            guard MonotonicClock.now < deadline else {
                throw MediaError(.failed("no frame came in time"), pipeline.location)
            }
            if isCancelled() { throw CancellationError() }
            _ = wakeup.wait(upTo: .milliseconds(50))
        }
    }
}
