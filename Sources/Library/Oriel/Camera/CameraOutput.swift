import OrielPipeWire
import OrielPlatform
import OrielPlayer
import OrielSurfaces
import Synchronization

/// The receivers of a camera's frames, and what is known of their pace. Any thread.
final class CameraOutput: Sendable {
    private struct State {
        /// Number of the stream whose frames count; nil for none.
        var stream: Int?
        var hasFrame = false
        /// Time of the latest frame, or of the stream's beginning.
        var latest = Duration.zero
        /// Time between the two latest frames.
        var interval = Duration.zero
        var previews: [Preview] = []
        var handler: (@Sendable (SampleBuffer) -> Void)?
    }

    private struct Preview {
        let layer: SampleBufferDisplayLayer
        let isMirrored: Bool
    }

    private let state = Mutex(State())
    /// Called on the stream's thread with its first frame.
    private let onFirstFrame: @Sendable (_ stream: Int) -> Void

    init(onFirstFrame: @escaping @Sendable (_ stream: Int) -> Void) { self.onFirstFrame = onFirstFrame }

    /// Lets the frames of one stream count; nil for those of none.
    func begin(_ stream: Int?) {
        state.withLock { state in
            state.stream = stream
            (state.hasFrame, state.latest, state.interval) = (false, MonotonicClock.now, .zero)
        }
    }

    func add(_ layer: SampleBufferDisplayLayer, isMirrored: Bool) {
        state.withLock { state in
            state.previews.removeAll { $0.layer === layer }
            state.previews.append(Preview(layer: layer, isMirrored: isMirrored))
        }
    }

    func remove(_ layer: SampleBufferDisplayLayer) {
        let removed = state.withLock { state in
            let removed = state.previews.filter { $0.layer === layer }
            state.previews.removeAll { $0.layer === layer }
            return removed
        }
        withExtendedLifetime(removed) {}
    }

    func handle(_ handler: (@Sendable (SampleBuffer) -> Void)?) {
        let before = state.withLock { state in
            defer { state.handler = handler }
            return state.handler
        }
        withExtendedLifetime(before) {}
    }

    /// Whether frames have stayed away for longer than the camera's pace explains.
    var isSilent: Bool {
        state.withLock { state in
            let patience: Duration = state.hasFrame ? max(.milliseconds(1500), state.interval * 4) : .seconds(3)
            return state.stream != nil && MonotonicClock.now - state.latest > min(patience, .seconds(20))
        }
    }

    /// Returns the sink of a stream.
    func sink(of stream: Int) -> PipeWireSource.Sink {
        PipeWireSource.Sink(
            time: { MonotonicClock.now },
            enqueue: { frame throws(SampleBufferError) in self.deliver(frame, of: stream) },
            flush: { for preview in self.state.withLock({ $0.previews }) { preview.layer.flush() } })
    }

    private func deliver(_ frame: SampleBuffer, of stream: Int) {
        let now = MonotonicClock.now
        let receivers = state.withLock { state -> State? in
            guard state.stream == stream else { return nil }
            let before = state
            if state.hasFrame { state.interval = now - state.latest }
            (state.hasFrame, state.latest) = (true, now)
            return before
        }
        guard let receivers else { return }
        for preview in receivers.previews {
            let layer = preview.layer
            // A layer that is closed, or whose clock stands, leaves the frame out.
            try? layer.enqueue(frame.shown(at: layer.timebase.time, isMirrored: preview.isMirrored))
        }
        receivers.handler?(frame)
        if !receivers.hasFrame { onFirstFrame(stream) }
    }
}
