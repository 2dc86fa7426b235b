public import OrielMedia
public import OrielPlatform

/// One medium on its way from where it lies to decoded pictures: a demux thread, a decode thread, bounded queues between
/// them, and this object, which starts, steers and ends them.
///
/// Every call returns at once and may come from any thread, though one thread (the main one) should take the frames.
/// News is fetched, never pushed: `wakeup` is signalled when the phase changes, when reading breaks off, and when a frame
/// comes into an empty queue; then look at `snapshot` and `peekFrames`. While nobody takes frames the queues fill and both threads sleep.
///
/// A frame's time is media time since the start of the medium. Its `generation` says which stretch of time it belongs
/// to: `seek` begins a new one and answers its number, and so does each repetition of a loop, unasked. The first frame
/// of a generation that `seek` didn't answer is thus due when the last frame of the generation before it ends.
public final class MediaPipeline: Sendable {
    let core: PipelineCore
    private let threads: Monitor<[NamedThread]>

    /// Starts to open `location` on its own threads (`oriel-demux`, `oriel-decode`).
    /// - Parameter wakeup: signalled when there is news. Several pipelines may share one.
    /// - Throws: only where the system refuses a descriptor or a thread. What is wrong with the medium comes as `Phase.failed`.
    public convenience init(
        location: MediaLocation, options: Options = Options(), wakeup: Wakeup
    ) throws(PlatformError) {
        try self.init(location: location, options: options, audio: nil, wakeup: wakeup)
    }

    /// - Parameters:
    ///   - renderer: where sound goes (from a thread `oriel-audio`); nil decodes none.
    ///   - titlePicture: draws the picture of music that has no cover, from its title; on the demux thread.
    package init(
        location: MediaLocation, options: Options = Options(), audio renderer: (any AudioRenderer)?, wakeup: Wakeup,
        titlePicture: @escaping @Sendable (String) -> VideoFrame = { _ in CoverPicture.plain() }
    ) throws(PlatformError) {
        let core = try PipelineCore(
            loops: options.loops, speed: options.speed, firstGeneration: options.firstGeneration, renderer: renderer,
            wakeup: wakeup, titlePicture: titlePicture)
        core.state.withLock { $0.deinterlaces = options.deinterlaces }
        self.core = core
        threads = Monitor([])
        try start("oriel-demux") { Demuxer.run(location: location, options: options, core: core) }
        try start("oriel-decode") { DecodeLoop.run(location: location, core: core) }
        if let renderer { try start("oriel-audio") { AudioLoop.run(core: core, renderer: renderer) } }
    }

    private func start(_ name: String, _ body: @escaping @Sendable () -> Void) throws(PlatformError) {
        do throws(PlatformError) {
            let thread = try NamedThread(name) { [core] in
                body()
                core.threadEnds()
            }
            threads.update { $0.append(thread) }
        } catch {
            core.threadEnds()
            throw error
        }
    }

    deinit { close() }

    /// The phase, what is known of the medium, and how far it was read.
    public var snapshot: Snapshot {
        core.state.withLock { state in
            var snapshot = state.snapshot
            snapshot.bufferedUntil = state.ahead.bufferedUntil
            if let info = snapshot.info, info.isDurationGuessed, let end = state.ahead.end(of: .audio) {
                snapshot.info?.duration = max(end, info.duration ?? end)
            }
            snapshot.isReadToEnd = state.isReadToEnd
            snapshot.readFailure = state.readFailure
            snapshot.soundUntil = state.soundUntil
            snapshot.hasLostPictures = state.hasLostPictures
            snapshot.isFull = state.isFull
            snapshot.arePicturesPaused = state.arePicturesPaused
            snapshot.isStalled =
                state.snapshot.phase == .ready && !state.isReadToEnd && !state.isSoundOnly && state.release == nil
                && state.isStarved(.video)
                && core.frames.count == 0
            return snapshot
        }
    }

    /// The medium's subtitles, in the container's order; none before it is open.
    package var subtitles: [SubtitleStream] { core.state.withLock { $0.subtitles } }

    /// Signals the wakeup once when everything until `time` was read, or no more will be for now: the end was read, the
    /// queues are full, or it failed. At once where that is so already. A seek forgets it.
    public func wake(whenBufferedUntil time: Duration) {
        let isReached = core.state.withLock { state in
            state.mark = time
            return state.takeMark()
        }
        if isReached { core.wakeup.signal() }
    }

    public var statistics: Statistics {
        var statistics = core.state.withLock { state in
            var statistics = state.statistics
            statistics.queuedPackets = state.ahead.packets
            statistics.queuedBytes = state.ahead.bytes
            return statistics
        }
        statistics.queuedFrames = core.frames.count
        (statistics.pictureBytes, statistics.peakPictureBytes) = core.memory.bytes
        return statistics
    }

    /// Whether it begins again after its last frame. A change counts from the next time that the demuxer, which is some
    /// seconds ahead, reaches the end.
    public var loops: Bool {
        get { core.state.withLock { $0.loops } }
        set { core.state.update { $0.loops = newValue } }
    }

    /// Whether another medium's sound follows on this one's: then sound that is shorter than the pictures ends in silence as
    /// long as they last, and the wakeup tells when everything was read.
    package var isFollowed: Bool {
        get { core.state.withLock { $0.isFollowed } }
        set { core.state.update { $0.isFollowed = newValue } }
    }

    /// Whether pictures are to be kept while nobody takes them. Where they aren't, they hold up no sound: once enough wait, those
    /// and what follows are left out.
    package var wantsPictures: Bool {
        get { core.state.withLock { $0.wantsPictures } }
        set { core.state.update { $0.wantsPictures = newValue } }
    }

    /// A frame of it was handed to the compositor: what was held back so that it could be drawn goes on.
    package func noteDrawn(_ frame: VideoFrame) { core.noteDrawn(frame) }

    /// Gives back the pictures that wait and those that the decoder keeps, most of what a pipeline has in memory. No other comes before
    /// the next seek.
    package func releasePictures() {
        let frames = core.frames
        core.state.update { state in
            guard !state.isClosing, state.snapshot.phase == .ready, state.release == nil else { return }
            state.releasePictures()
            // What is on its way is refused.
            state.generation += 1
            frames.reset(generation: state.generation)
        }
    }

    /// Whether pictures are made of the fields of frames that are flagged as such. A change counts for what is decoded from now on.
    package var deinterlaces: Bool {
        get { core.deinterlaces }
        set { core.state.withLock { $0.deinterlaces = newValue } }
    }

    /// All sound that can be chosen, that of other files last; none before it is open.
    package var audioTracks: [MediaInfo.Audio] { core.state.withLock { $0.audioTracks.map(\.info) } }

    /// Which of it is played, by its place; nil for none.
    package var selectedAudio: Int? { core.state.withLock { $0.audioSelection } }

    /// What is played.
    package var playedAudio: MediaInfo.Audio? {
        core.state.withLock { state in state.audioSelection.map { state.audioTracks[$0].info } }
    }

    /// Plays another sound from where it is heard now; the pictures go on as they are.
    /// - Parameters:
    ///   - index: its place in `audioTracks`; nil for none.
    ///   - position: the media time that is heard now.
    ///   - generation: that of the picture now.
    /// - Returns: whether it comes by itself. A medium of segments has to be sought in first, for it is read one sound at a time.
    package func selectAudio(_ index: Int?, at position: Duration, generation: Int) -> Bool {
        guard let renderer = core.renderer else { return true }
        let comes = core.state.update { state in
            guard index != state.audioSelection, index.map({ state.audioTracks.indices.contains($0) }) ?? true else {
                return true
            }
            state.selectAudio(index, at: position, generation: generation)
            renderer.flush(before: state.soundEpoch)
            return index == nil || state.readsAllSound || state.audioStream == nil
        }
        core.soundNews.signal()
        return comes
    }

    /// Makes sound for another speed, with its pitch kept, from a media time on: what waits of the old one is void. From 0.25 to
    /// 4 it is heard, else it is silence. Pictures have no speed.
    /// - Parameters:
    ///   - position: what is heard now.
    ///   - generation: that of the picture now.
    package func setSoundSpeed(_ speed: Double, at position: Duration, generation: Int) {
        guard speed > 0, speed.isFinite, let renderer = core.renderer else { return }
        core.state.update { state in
            guard state.soundSpeed.speed != speed else { return }
            state.setSoundSpeed(speed, at: position, generation: generation)
            renderer.flush(before: state.soundEpoch)
        }
        core.soundNews.signal()
    }

    /// The waiting frames, oldest first, up to `limit`, which stay in the queue.
    public func peekFrames(_ limit: Int = 4) -> [VideoFrame] { core.frames.peek(limit) }

    /// Takes the oldest waiting frame.
    public func takeFrame() -> VideoFrame? { core.frames.tryPop() }

    /// Goes to `time`, clamped to the medium; waiting frames are dropped at once. The newest of several seeks wins.
    ///
    /// Also works after the end, and while opening (then it replaces the start time). On what isn't seekable nothing
    /// happens, and on a failed pipeline neither.
    /// - Returns: the generation of the frames that follow, or nil where nothing happens.
    @discardableResult
    public func seek(to time: Duration, mode: SeekMode = .exact) -> Int? {
        // What is heard meanwhile goes on where nothing but the picture was left behind.
        go(SeekPlan.to(max(.zero, time), mode), keepsSound: mode == .exactAfterPreview) { $0.isSeekable }
    }

    /// Goes to the beginning of the frame that is shown at `time`, as an exact seek does otherwise.
    /// - Returns: the generation of the frames that follow, or nil where nothing happens.
    package func seekToFrame(at time: Duration) -> Int? {
        var plan = SeekPlan.to(max(.zero, time), .exact)
        plan.entersFrame = false
        return go(plan, keepsSound: false) { $0.isSeekable }
    }

    /// Goes to where a live stream is by now (`MediaInfo.hasLiveEdge`), which opens it anew.
    /// - Returns: the generation of the frames that follow, or nil where nothing happens.
    @discardableResult
    public func seekToLiveEdge() -> Int? {
        go(SeekPlan(approach: .liveEdge), keepsSound: false) { $0.hasLiveEdge }
    }

    private func go(_ wanted: SeekPlan, keepsSound: Bool, where canGo: (MediaInfo) -> Bool) -> Int? {
        let frames = core.frames
        let core = core
        let generation = core.state.update { state -> Int? in
            if state.isClosing { return nil }
            if case .failed = state.snapshot.phase { return nil }
            if let info = state.snapshot.info, !canGo(info) { return nil }
            state.generation += 1
            state.seekGeneration = state.generation
            var plan = wanted
            plan.generation = state.generation
            plan.seekGeneration = state.generation
            plan.keepsSound = keepsSound
            if !plan.keepsSound { state.soundEpoch += 1 }
            plan.soundEpoch = state.soundEpoch
            core.renderer?.flush(before: state.soundEpoch)
            state.start(plan)
            if state.snapshot.phase == .ended { state.snapshot.phase = .ready }
            // Inside the lock: the decoder must not deliver a frame of the new generation before the queue knows it.
            frames.reset(generation: state.generation)
            return state.generation
        }
        core.soundNews.signal()
        return generation
    }

    /// Ends the threads and waits for them, which takes no longer than one frame to decode. Further calls do nothing.
    ///
    /// libavformat looks every 100 ms whether a network read is to end, and a name server or network file system that
    /// doesn't answer can't be interrupted at all: such a thread is left to end by itself.
    public func close() {
        core.state.update { state in
            state.isClosing = true
            state.discardItems()
        }
        core.closing.signal()
        core.frames.close()
        let running = threads.update { threads in
            defer { threads = [] }
            return threads
        }
        guard !running.isEmpty else { return }
        Stragglers.join()
        if core.state.wait(upTo: Self.patience, { $0.runningThreads == 0 ? true : nil }) != nil {
            for thread in running { thread.join() }
        } else {
            Stragglers.add(running, of: core)
        }
    }

    private static let patience = Duration.milliseconds(80)
}
