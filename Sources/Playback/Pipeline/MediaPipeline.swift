package import OrielDecode
package import OrielDemux
package import OrielLibav
public import OrielMedia
package import OrielPlatform

/// Plays one medium: starts, steers and ends the threads that turn it into decoded frames.
///
/// A demux thread reads packets into bounded queues, a decode thread turns them into a bounded queue of frames, and a
/// third thread decodes audio where it is wanted.
///
/// Every call returns at once and may come from any thread, but one thread (the main one) should take the frames. The
/// owner polls for changes: `wakeup` is signalled when the phase changes, when reading breaks off, and when a frame
/// enters an empty queue; then read `snapshot` and `peekFrames`. While no frames are taken, the queues fill and the
/// threads sleep.
///
/// A frame's time is media time since the start of the medium. Its `generation` names the stretch of time that it
/// belongs to: `seek` begins a new generation and returns its number, and each repetition of a loop begins one by
/// itself. The first frame of a generation that `seek` did not return is due when the last frame of the generation
/// before it ends.
public final class MediaPipeline: Sendable {
    package let location: MediaLocation
    let core: PipelineCore
    private let threads: Monitor<[NamedThread]>

    /// Starts to open `location` on new threads (`oriel-demux`, `oriel-decode`).
    /// - Parameters:
    ///   - renderer: takes the audio, from a thread `oriel-audio`; nil decodes no audio.
    ///   - wakeup: signalled when there is news. Several pipelines may share one.
    ///   - coverless: draws the frame for audio without a cover. Called on the demux thread.
    /// - Throws: only if the system refuses a descriptor or a thread. Faults of the medium are reported as
    ///   `Phase.failed`.
    package init(
        location: MediaLocation, options: Options = Options(), audio renderer: (any AudioRenderer)? = nil,
        wakeup: Wakeup, coverless: @escaping @Sendable () -> VideoFrame = CoverPicture.plain
    ) throws(PlatformError) {
        let core = try PipelineCore(
            loops: options.loops, speed: options.speed, firstGeneration: options.firstGeneration, renderer: renderer,
            wakeup: wakeup, coverless: coverless)
        core.state.withLock {
            $0.settings = options.settings
            $0.hardware = options.decoding.hardware
        }
        self.location = location
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

    /// The phase, the known facts of the medium, and the progress of reading.
    public var snapshot: Snapshot {
        core.state.withLock { state in
            var snapshot = state.snapshot
            snapshot.bufferedUntil = state.ahead.bufferedUntil
            if let info = snapshot.info, info.isDurationGuessed, let end = state.ahead.end(of: .audio) {
                snapshot.info?.duration = max(end, info.duration ?? end)
            }
            snapshot.isReadToEnd = state.progress.isReadToEnd
            snapshot.readFailure = state.readFailure
            snapshot.soundUntil = state.soundUntil
            snapshot.hasLostVideo = state.video.isLeftOut
            snapshot.isFull = state.isFull
            snapshot.isVideoPaused = state.video.isPaused
            snapshot.isStalled =
                state.snapshot.phase == .ready && !state.progress.isReadToEnd && !state.isSoundOnly
                && state.video.release == nil && state.queues.isStarved(.video) && core.frames.count == 0
            return snapshot
        }
    }

    /// The medium's subtitle streams, in the container's order; empty before it is open.
    package var subtitles: [SubtitleStream] { core.state.withLock { $0.subtitles } }

    /// Signals the wakeup once when everything until `time` was read, or when no more is read for now.
    ///
    /// The latter means that the end was read, the queues are full, or reading failed. Signals at once if that is so
    /// already. A seek cancels the request.
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
        (statistics.frameBytes, statistics.peakPictureBytes) = core.memory.bytes
        return statistics
    }

    /// Whether playback begins again after the last frame. A change takes effect the next time the demuxer, which is
    /// some seconds ahead, reaches the end.
    public var loops: Bool {
        get { core.state.withLock { $0.loops } }
        set { core.state.update { $0.loops = newValue } }
    }

    /// Whether another medium's audio follows this one's without a gap. If so, audio that ends before the video is
    /// padded with silence to the video's length, and the wakeup is signalled when everything was read.
    package var isFollowed: Bool {
        get { core.state.withLock { $0.isFollowed } }
        set { core.state.update { $0.isFollowed = newValue } }
    }

    /// Settings that may change at any time.
    package var settings: SourceSettings {
        get { core.settings }
        set { core.state.update { $0.settings = newValue } }
    }

    /// Reports that a frame was handed to the compositor; work that was held back until then goes on.
    package func noteDrawn(_ frame: VideoFrame) { core.noteDrawn(frame) }

    /// Frees the queued frames and those in the decoder, which are most of a pipeline's memory. No frame comes before
    /// the next seek.
    package func releasePictures() {
        let frames = core.frames
        core.state.update { state in
            guard !state.isClosing, state.snapshot.phase == .ready, state.video.release == nil else { return }
            state.video.requestRelease()
            // The queue refuses the frame that is being decoded.
            state.generation += 1
            frames.reset(generation: state.generation)
        }
    }

    /// All audio tracks that can be chosen, those of additional files last; empty before the medium is open.
    package var audioTracks: [MediaInfo.Audio] { core.state.withLock { $0.audioTracks.map(\.info) } }

    /// Index of the played track in `audioTracks`; nil if none is played.
    package var selectedAudio: Int? { core.state.withLock { $0.audio.selection } }

    /// The played audio track; nil if none is played.
    package var playedAudio: MediaInfo.Audio? {
        core.state.withLock { state in state.audio.selection.map { state.audioTracks[$0].info } }
    }

    /// Plays another audio track from the time that is heard now; the video goes on undisturbed.
    /// - Parameters:
    ///   - index: the track's index in `audioTracks`; nil for none.
    ///   - position: the media time that is heard now.
    ///   - generation: the generation of the frame that is shown now.
    /// - Returns: true if the track becomes audible without a seek. False for a segmented medium, which is read with
    ///   one audio stream at a time and needs a seek first.
    package func selectAudio(_ index: Int?, at position: Duration, generation: Int) -> Bool {
        guard let renderer = core.renderer else { return true }
        let comes = core.state.update { state in
            guard index != state.audio.selection, index.map({ state.audioTracks.indices.contains($0) }) ?? true else {
                return true
            }
            state.selectAudio(index, at: position, generation: generation)
            renderer.flush(before: state.audio.epoch)
            return index == nil || state.audio.readsAllTracks || state.audioStream == nil
        }
        core.soundNews.signal()
        return comes
    }

    /// Makes audio for another speed, with its pitch kept, from a media time on. Queued audio of the old speed is
    /// discarded.
    ///
    /// Audible from 0.25 to 4; silence at other speeds. Frames carry media time and are independent of speed.
    /// - Parameters:
    ///   - position: the media time that is heard now.
    ///   - generation: the generation of the frame that is shown now.
    package func setSoundSpeed(_ speed: Double, at position: Duration, generation: Int) {
        guard speed > 0, speed.isFinite, let renderer = core.renderer else { return }
        core.state.update { state in
            guard state.audio.speed.speed != speed else { return }
            state.audio.setSpeed(speed, at: position, generation: generation)
            renderer.flush(before: state.audio.epoch)
        }
        core.soundNews.signal()
    }

    /// Returns the oldest queued frames, up to `limit`, and leaves them in the queue.
    public func peekFrames(_ limit: Int = 4) -> [VideoFrame] { core.frames.peek(limit) }

    /// Removes and returns the oldest queued frame; nil if none waits.
    public func takeFrame() -> VideoFrame? { core.frames.tryPop() }

    /// Seeks to `time`, clamped to the medium; queued frames are dropped at once. The newest of several seeks wins.
    ///
    /// Also works after the end, and while opening, where it replaces the start time. Does nothing if the medium can't
    /// be sought in or the pipeline has failed.
    /// - Returns: the generation of the frames that follow, or nil if nothing was done.
    @discardableResult
    public func seek(to time: Duration, mode: SeekMode = .exact) -> Int? {
        // After a preview, only the video has fallen behind, so audio that is being heard goes on.
        go(SeekPlan.to(max(.zero, time), mode), keepsSound: mode == .exactAfterPreview) {
            $0.isSeekable || $0.hasLiveWindow
        }
    }

    /// Seeks to the beginning of the frame that is shown at `time`; otherwise like an exact seek.
    /// - Returns: the generation of the frames that follow, or nil if nothing was done.
    package func seekToFrame(at time: Duration) -> Int? {
        var plan = SeekPlan.to(max(.zero, time), .exact)
        plan.entersFrame = false
        return go(plan, keepsSound: false) { $0.isSeekable || $0.hasLiveWindow }
    }

    /// Opens a live stream anew at its live edge (`MediaInfo.hasLiveEdge`).
    /// - Returns: the generation of the frames that follow, or nil if nothing was done.
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
            var plan = wanted
            plan.generation = state.generation
            plan.seekGeneration = state.generation
            plan.keepsSound = keepsSound
            if !plan.keepsSound { state.audio.renew() }
            plan.soundEpoch = state.audio.epoch
            core.renderer?.flush(before: state.audio.epoch)
            state.start(plan)
            if state.snapshot.phase == .ended { state.snapshot.phase = .ready }
            // Inside the lock: the decoder must not deliver a frame of the new generation before the queue knows it.
            frames.reset(generation: state.generation)
            return state.generation
        }
        core.soundNews.signal()
        return generation
    }

    /// Ends the threads and waits for them, at most 80 ms. Further calls do nothing.
    ///
    /// Most end within the decoding of one frame. libavformat polls every 100 ms whether a network read shall be
    /// interrupted, and a name server or network file system that doesn't answer can't be interrupted at all: such a
    /// thread ends later, by itself.
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
