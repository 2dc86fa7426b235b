import OrielMedia
import OrielPlatform

/// The pipeline's middle: the shared state, the frame queue and the wakeup. All threads.
final class PipelineCore: Sendable {
    static let frameCapacity = 4

    let state: Monitor<PipelineState>
    let frames = BoundedQueue<VideoFrame>(
        capacity: frameCapacity, weightLimit: PictureMemory.queueShare, weight: \.bytes)
    let memory = PictureMemory()
    let wakeup: Wakeup
    /// Readable from `close()` on, for threads that sleep in `poll`.
    let closing: Wakeup

    init(loops: Bool, wakeup: Wakeup) throws(PlatformError) {
        state = Monitor(PipelineState(loops: loops))
        self.wakeup = wakeup
        closing = try Wakeup()
    }

    var isClosing: Bool { state.withLock { $0.isClosing } }

    /// Each thread's last act.
    func threadEnds() { state.update { $0.runningThreads -= 1 } }

    /// True if `plan`'s run is the newest and nothing newer was asked for.
    func isCurrent(_ plan: SeekPlan) -> Bool { state.withLock { !$0.isClosing && $0.run == plan.run } }

    // MARK: Demux thread

    /// Waits for room and appends. False if the run is void or the pipeline closes.
    func push(_ item: DecodeItem, run: Int) -> Bool {
        state.wait { state in
            guard !state.isClosing, state.run == run else { return false }
            guard state.hasRoom else { return nil }
            state.append(item)
            return true
        }
    }

    /// The newest request, if there is one.
    func takeRequest() -> SeekPlan? {
        state.withLock { state in
            defer { state.request = nil }
            return state.request
        }
    }

    /// The newest request, or nothing if there is none and `waits` is false. Nil once the pipeline closes.
    func nextRequest(waits: Bool) -> SeekPlan?? {
        state.wait { state -> SeekPlan??? in
            if state.isClosing { return .some(.none) }
            guard let request = state.request else { return waits ? nil : .some(.some(nil)) }
            state.request = nil
            return .some(.some(request))
        }
    }

    /// Publishes the medium and hands over its decoder; answers where to begin.
    func becomeReady(_ info: MediaInfo, decoder: VideoDecoder) {
        state.update { state in
            state.snapshot.info = info
            state.snapshot.phase = .ready
            state.append(.decoder(decoder))
        }
        wakeup.signal()
    }

    /// Any of the two threads: the medium can't be played (on).
    func fail(_ error: MediaError) {
        state.update { state in
            guard !state.isClosing else { return }
            state.snapshot.phase = .failed(error)
        }
        wakeup.signal()
    }

    /// Counts something.
    func count(_ body: (inout MediaPipeline.Statistics) -> Void) { state.withLock { body(&$0.statistics) } }

    // MARK: Decode thread

    /// Waits for the next item; nil once the pipeline closes.
    func nextItem() -> DecodeItem? {
        state.wait { state -> DecodeItem?? in
            if state.isClosing { return .some(nil) }
            return state.popFirst().map { .some($0) }
        }
    }

    /// Before a packet is decoded: where one picture alone is more than may wait, none is made beside one that waits.
    func waitForMemory(pictureBytes: Int, seekGeneration: Int) {
        if pictureBytes > PictureMemory.queueShare { frames.waitUntilEmpty(generation: seekGeneration) }
    }

    /// Waits for room in the frame queue; false if the frame's seek was superseded.
    func deliver(_ frame: VideoFrame, seekGeneration: Int) -> Bool {
        guard frames.push(frame, generation: seekGeneration) else { return false }
        if frames.count <= 1 { wakeup.signal() }
        return true
    }

    /// The decode thread asks to come from farther back, unless something newer was asked for meanwhile.
    func retry(_ plan: SeekPlan, after failed: SeekPlan) {
        state.update { state in
            guard !state.isClosing, state.run == failed.run else { return }
            state.start(plan)
        }
    }

    /// A loop begins: its frames are a new generation. Nil if a seek came first.
    func beginLoop(_ plan: SeekPlan) -> Int? {
        state.withLock { state in
            guard !state.isClosing, state.run == plan.run else { return nil }
            state.generation += 1
            return state.generation
        }
    }

    /// The last frame of the last run was delivered.
    func end(_ plan: SeekPlan) {
        let isCurrent = state.update { state in
            guard !state.isClosing, state.run == plan.run, state.snapshot.phase == .ready else { return false }
            state.snapshot.phase = .ended
            return true
        }
        if isCurrent { wakeup.signal() }
    }
}
