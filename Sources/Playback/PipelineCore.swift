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

    init(loops: Bool, kinds: Set<StreamKind>, wakeup: Wakeup) throws(PlatformError) {
        state = Monitor(PipelineState(loops: loops, kinds: kinds))
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
    func push(_ packet: Packet, to kind: StreamKind, run: Int) -> Bool {
        var isMarkReached = false
        let isCurrent = state.wait { state -> Bool? in
            guard !state.isClosing, state.run == run else { return false }
            guard state.ahead.hasRoom else { return nil }
            state.append(.packet(packet), to: kind)
            isMarkReached = state.takeMark()
            return true
        }
        if isMarkReached { wakeup.signal() }
        return isCurrent
    }

    /// Appends to each stream's queue at once. False if the run is void or the pipeline closes.
    func pushToAll(_ item: DecodeItem, run: Int) -> Bool {
        var isNews = false
        let isCurrent = state.update { state in
            guard !state.isClosing, state.run == run else { return false }
            state.appendToAll(item)
            let isMarkReached = state.takeMark()
            isNews = isMarkReached || state.readFailure != nil
            return true
        }
        if isNews { wakeup.signal() }
        return isCurrent
    }

    /// A loop's turn begins: its frames are a new generation, of the same seek. False if a seek came first.
    func pushLoop(_ plan: inout SeekPlan) -> Bool {
        var next = plan
        let isCurrent = state.update { state in
            guard !state.isClosing, state.run == next.run else { return false }
            state.generation += 1
            next.generation = state.generation
            state.appendToAll(.loop(next))
            return true
        }
        plan = next
        return isCurrent
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
            state.append(.decoder(.video(decoder)), to: .video)
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
    func nextItem(_ kind: StreamKind) -> DecodeItem? {
        state.wait { state -> DecodeItem?? in
            if state.isClosing { return .some(nil) }
            return state.popFirst(kind).map { .some($0) }
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

    /// A stream's last frame of the last run was delivered; with the last stream's, the pipeline has ended.
    func end(_ plan: SeekPlan, _ kind: StreamKind) {
        let isEnd = state.update { state in
            guard !state.isClosing, state.run == plan.run, state.snapshot.phase == .ready else { return false }
            state.ended.insert(kind)
            guard state.ended == state.kinds else { return false }
            state.snapshot.phase = .ended
            return true
        }
        if isEnd { wakeup.signal() }
    }
}
