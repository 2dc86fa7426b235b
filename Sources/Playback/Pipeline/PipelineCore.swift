import CLinux
import Glibc
import OrielDecode
import OrielDemux
import OrielLibav
import OrielMedia
import OrielPlatform

/// State shared by the pipeline's threads: the monitor, the frame queue and the wakeup. Any thread.
final class PipelineCore: GrowthReader, Sendable {
    let state: Monitor<PipelineState>
    let frames = BoundedQueue<VideoFrame>(
        capacity: FrameBudget.queueDepth(of: .zero), weightLimit: FrameBudget.queueShare,
        weight: { FrameBudget.queueWeight(bytes: $0.bytes, duration: $0.duration) })
    let memory = FrameBudget()
    let wakeup: Wakeup
    /// Destination of the audio; nil if none is wanted.
    let renderer: (any AudioRenderer)?
    /// Draws the frame for audio without a cover.
    let coverless: @Sendable () -> VideoFrame
    /// Readable from `close()` on, for threads that sleep in `poll`.
    let closing: Wakeup
    /// Signalled when there is news for the audio decode thread while it waits for room in the renderer.
    let soundNews: Wakeup

    init(
        loops: Bool, speed: Double = 1, firstGeneration: Int = 0, renderer: (any AudioRenderer)?, wakeup: Wakeup,
        coverless: @escaping @Sendable () -> VideoFrame = CoverPicture.plain
    ) throws(PlatformError) {
        self.coverless = coverless
        state = Monitor(
            PipelineState(
                loops: loops, speed: speed, firstGeneration: firstGeneration,
                kinds: renderer == nil ? [.video] : [.video, .audio]))
        self.wakeup = wakeup
        self.renderer = renderer
        closing = try Wakeup()
        soundNews = try Wakeup()
        frames.reset(generation: firstGeneration)
    }

    var settings: SourceSettings { state.withLock { $0.settings } }

    /// Options of hardware decoding.
    var hardware: HardwareOptions { state.withLock { $0.hardware } }

    /// Whether the medium can be sought in.
    var isSeekable: Bool { state.withLock { $0.snapshot.info?.isSeekable ?? false } }

    var isClosing: Bool { state.withLock { $0.isClosing } }

    /// Interruption of the demux thread: the closing, and a seek that was requested.
    var interruption: Interruption {
        Interruption(closing: closing) {
            self.isClosing
        } isSeekAwaited: {
            self.state.withLock { $0.request != nil }
        }
    }

    /// Counts a thread as ended; the last call of each thread.
    func threadEnds() { state.update { $0.runningThreads -= 1 } }

    /// Whether the plan's run is the newest and the pipeline isn't closing.
    func isCurrent(_ plan: SeekPlan) -> Bool { state.withLock { !$0.isClosing && $0.run == plan.run } }

    // MARK: Demux thread

    /// Waits for room and appends a packet to a stream's queue.
    ///
    /// A packet of an audio track that isn't played is kept on the shelf instead. If audio fills the totals while video
    /// is awaited, the oldest audio packet is dropped to make room.
    /// - Parameter track: index of the packet's audio track; nil for video.
    func push(_ packet: Packet, to kind: StreamKind, track: Int? = nil, run: Int) {
        var isNews = false
        state.wait { (state, wakesOthers: inout Bool) -> Void? in
            guard !state.isClosing, state.run == run, !state.leavesOut(kind) else { return () }
            if let track, track != state.audio.selection {
                return state.shelve(packet, of: track)
            }
            if state.progress.isResting, !state.endsRest { return nil }
            state.progress.isResting = false
            if !state.ahead.hasRoom {
                // Audio that comes too long before the next frame is dropped.
                guard state.isSoundInTheWay else {
                    state.progress.isResting = true
                    return nil
                }
                state.dropOldestPacket(of: .audio)
            }
            state.append(.packet(packet), to: kind)
            if let track { state.shelve(packet, of: track) }
            isNews = state.takeMark()
            if state.takePause() { isNews = true }
            wakesOthers = true
            return ()
        }
        if isNews { wakeup.signal() }
    }

    /// Appends an item to each stream's queue without waiting.
    func pushToAll(_ item: DecodeItem, run: Int) {
        var isNews = false
        state.update { state in
            guard !state.isClosing, state.run == run else { return }
            state.appendToAll(item)
            let isMarkReached = state.takeMark()
            isNews = isMarkReached || state.readFailure != nil || state.isFollowed && state.progress.isReadToEnd
        }
        if isNews { wakeup.signal() }
    }

    /// Begins a repetition, a new generation within the same seek, unless a seek came first.
    func pushLoop(_ plan: inout SeekPlan) {
        state.update { state in
            guard !state.isClosing, state.run == plan.run else { return }
            state.generation += 1
            plan.generation = state.generation
            state.appendToAll(.loop(plan))
        }
    }

    /// Takes the newest seek request; nil if there is none.
    func takeRequest() -> SeekPlan? {
        state.withLock { state in
            defer { state.request = nil }
            return state.request
        }
    }

    /// Takes the newest seek request, and waits for one if `waits` is true. The outer nil means that the pipeline
    /// closes, the inner one that there is no request.
    func nextRequest(waits: Bool) -> SeekPlan?? {
        state.wait { state -> SeekPlan??? in
            if state.isClosing { return .some(.none) }
            guard let request = state.request else { return waits ? nil : .some(.some(nil)) }
            state.request = nil
            return .some(.some(request))
        }
    }

    package func waitAtEnd(upTo limit: Duration, endsIfWanted: Bool) -> EndOfWait {
        defer { state.withLock { $0.progress.endsIfWanted = false } }
        return state.wait(upTo: limit) { state -> EndOfWait? in
            if state.isClosing || state.request != nil { return .interrupted }
            state.progress.endsIfWanted = endsIfWanted
            return state.endsWait ? .wanted : nil
        } ?? .timeout
    }

    /// Publishes the opened medium, passes its decoders to their threads, and signals the wakeup.
    func becomeReady(
        _ info: MediaInfo, video: DecodeItem.Decoder, audio: AudioDecoder?, tracks: [AudioTrack], readsAllSound: Bool,
        subtitles: [CInt: SubtitleStream], problem: MediaError? = nil
    ) {
        state.update { state in
            if let problem { state.snapshot.losses.append(problem) }
            state.subtitles = subtitles.values.sorted { $0.info.stream < $1.info.stream }
            state.snapshot.info = info
            state.snapshot.phase = .ready
            if !info.isSeekable { state.ahead.spread = ReadAhead.liveSpread }
            if case .video(let decoder) = video { state.videoStream = Int(decoder.stream) }
            state.append(.decoder(video), to: .video)
            if case .picture = video { state.leavePictures() }
            state.setAudio(
                tracks, selection: tracks.firstIndex { $0 === audio?.track }, decoder: audio,
                readsAll: readsAllSound)
        }
        wakeup.signal()
    }

    /// Publishes new facts about the medium and signals the wakeup.
    func update(_ info: MediaInfo) { publish { $0.snapshot.info = info } }

    /// Announces another video stream and passes its decoder to the decode thread. The run that it begins follows.
    func changeVideo(_ info: MediaInfo, _ decoder: VideoDecoder) {
        publish { state in
            state.snapshot.info = info
            state.append(.decoder(.video(decoder)), to: .video)
        }
    }

    /// Changes the state unless the pipeline closes, and signals the wakeup.
    private func publish(_ change: (inout PipelineState) -> Void) {
        state.update { if !$0.isClosing { change(&$0) } }
        wakeup.signal()
    }

    /// Reports that the medium can't be played, or no further. Any thread.
    func fail(_ error: MediaError) { publish { $0.snapshot.phase = .failed(error) } }

    /// Reports once that a stream can't be decoded any further in this run, while the others go on. Decode threads.
    func lose(_ kind: StreamKind, _ error: MediaError, of plan: SeekPlan) {
        publish { state in
            guard state.run == plan.run else { return }
            if kind == .video { state.snapshot.isVideoLost = true }
            if state.lost.insert(kind).inserted { state.snapshot.losses.append(error) }
        }
    }

    /// Reports a problem of a medium that is played on. Demux thread.
    func report(_ problem: MediaError) { publish { $0.snapshot.losses.append(problem) } }

    /// Reports that no more video packets come in this run. Demux thread.
    func loseVideo(_ error: MediaError, of plan: SeekPlan) {
        lose(.video, error, of: plan)
        state.update { state in
            guard !state.isClosing, state.run == plan.run else { return }
            state.append(.lost, to: .video)
        }
    }

    /// Changes the statistics.
    func count(_ body: (inout MediaPipeline.Statistics) -> Void) { state.withLock { body(&$0.statistics) } }

    // MARK: Decode thread

    /// Waits for the next item of a stream. Nil if the pipeline closes or the stream isn't played.
    /// - Parameter target: for video, the time of a seek whose last frame before it the caller holds. If video is
    ///   missing there for long and audio passes this time, the answer is `.pause`, so that the caller delivers the
    ///   held frame.
    func nextItem(_ kind: StreamKind, holdingFor target: Duration? = nil) -> DecodeItem? {
        state.wait { (state, wakesOthers: inout Bool) -> DecodeItem?? in
            if state.isClosing || !state.isPlayed(kind) { return .some(nil) }
            if kind == .audio, let news = state.takeSoundNews() { return news }
            if kind == .video, state.video.release != nil { return state.video.takeRelease() ? .release : nil }
            guard let item = state.popFirst(kind) else {
                guard kind == .video else { return nil }
                if state.takePause() { wakeup.signal() }
                guard let target, state.ahead.isLeft(.video), state.hasSound(until: target) else { return nil }
                return .some(.pause)
            }
            wakesOthers = state.endsRest || state.endsWait
            return .some(item)
        }
    }

    /// Waits until the frame queue is empty if one frame alone exceeds the queue's share of memory. Called before a
    /// packet is decoded.
    func waitForMemory(frameBytes: Int, seekGeneration: Int) {
        if frameBytes > FrameBudget.queueShare { frames.waitUntilEmpty(generation: seekGeneration) }
    }

    /// Returns how long before its end frames of the first packet after a pause are late; nil for other packets.
    /// Playback went on during the pause.
    func resumptionMargin() -> Duration? { state.withLock { $0.video.takeResumption() ? $0.ahead.spread / 2 : nil } }

    /// Whether audio was read until `time`.
    func hasSound(until time: Duration) -> Bool { state.withLock { $0.hasSound(until: time) } }

    /// Whether video packets of this run are dropped because frames aren't seen. A lack of frames is no fault of the
    /// medium then.
    var arePicturesLeftOut: Bool { state.withLock { $0.video.isLeftOut } }

    /// Waits for room in the frame queue and appends a frame. False if the frame's seek was superseded.
    func deliver(_ frame: VideoFrame, of plan: SeekPlan) -> Bool {
        // Noted before the wait: room may only come after more audio was read.
        state.withLock { $0.video.noteFrame(of: plan.run) }
        guard frames.push(frame, generation: plan.seekGeneration) else { return false }
        state.withLock { $0.video.endPause() }
        if frames.count <= 1 { wakeup.signal() }
        return true
    }

    /// Has the demuxer start from farther back, unless a newer run was requested meanwhile. Decode thread.
    func retry(_ plan: SeekPlan, after failed: SeekPlan) {
        state.update { state in
            guard !state.isClosing, state.run == failed.run else { return }
            state.start(plan)
        }
        soundNews.signal()
    }

    /// Reports that the last frame of a stream in the last run was delivered. After the last video frame the pipeline
    /// has ended, even if audio lasts longer.
    func end(_ plan: SeekPlan, _ kind: StreamKind) {
        let isEnd = state.update { state in
            guard !state.isClosing, state.run == plan.run, state.snapshot.phase == .ready else { return false }
            state.progress.noteEnd(of: kind)
            guard kind == .video else { return true }
            state.snapshot.phase = .ended
            return true
        }
        if isEnd { wakeup.signal() }
    }

    // MARK: Audio

    /// Records the time of a run's first frame, at which its audio begins.
    /// - Parameter isDrawnNext: holds back further decoding until the frame is drawn, if frames are wanted. The caller
    ///   has to call `awaitDrawing` afterwards.
    func land(_ plan: SeekPlan, at time: Duration, isDrawnNext: Bool = false) {
        state.update { state in
            guard state.run == plan.run, state.firstFrames.time(of: plan.run) == nil else { return }
            state.firstFrames.note(time, of: plan.run, isFromStart: plan.isFromStart)
            // The frame of a `rejoin` seek may be late already, and be replaced without having been drawn.
            if isDrawnNext, plan.target != nil, !plan.hasPreview, state.settings.wantsFrames {
                state.firstFrames.hold.begin(run: plan.run, generation: plan.generation, time: time)
            }
        }
    }

    /// Waits briefly until the frame of a seek is drawn, then ends the hold and so lets audio go on. Decode thread.
    /// - Parameter isGiven: whether the frame is in the frame queue; if false, nothing is waited for.
    func awaitDrawing(_ plan: SeekPlan, isGiven: Bool) {
        let isOver: Bool? = state.wait(upTo: isGiven ? DrawingHold.limit : .zero) { state in
            state.isClosing || state.run != plan.run || !state.firstFrames.hold.isOn(for: plan.run) ? true : nil
        }
        guard isOver == nil else { return }
        state.update { if $0.firstFrames.hold.isOn(for: plan.run) { $0.firstFrames.hold.end() } }
    }

    /// Ends the hold if the frame that was handed to the compositor is the awaited one.
    func noteDrawn(_ frame: VideoFrame) {
        let endsHold = state.withLock { $0.firstFrames.hold.noteDrawn(generation: frame.generation, time: frame.entry) }
        if endsHold { state.update { _ in } }
    }

    /// Waits for the first frame of a run, and until it is drawn if it is held for that.
    /// - Returns: the frame's time; the target if no frame will come; nil if the run was superseded.
    func awaitLanding(_ plan: SeekPlan) -> Duration? {
        state.wait { state -> Duration?? in
            if state.isClosing || state.run != plan.run { return .some(nil) }
            if let time = state.firstFrames.time(of: plan.run), !state.firstFrames.hold.isOn(for: plan.run) {
                return time
            }
            let isOver = state.progress.hasDelivered(.video) || state.snapshot.phase.failure != nil
            guard isOver || state.ahead.laggards.contains(.video) else { return nil }
            return .some(plan.target ?? .zero)
        }
    }

    /// Hands samples to the renderer, waiting for room. Returns when all are taken, the run was superseded, or another
    /// speed or track is wanted.
    /// - Returns: the number of audio frames taken.
    func deliver(_ buffer: AudioBuffer, of plan: SeekPlan) -> Int {
        guard let renderer else { return 0 }
        var offset = 0
        while state.withLock({ !$0.isClosing && $0.run == plan.run && !$0.hasSoundNews }) {
            offset += renderer.enqueue(buffer, from: offset)
            if offset >= buffer.frames { break }
            renderer.requestRoom()
            let room = renderer.roomWakeup
            var descriptors = [room, soundNews, closing].map {
                pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0)
            }
            poll(&descriptors, 3, -1)
            room.clear()
            soundNews.clear()
        }
        return offset
    }

    /// Takes a change of speed; nil if there is none.
    func takeSoundSpeed() -> AudioSpeed? { state.withLock { $0.audio.takeSpeed() } }

    /// Begins a new audio epoch for a run whose audio can't continue the delivered audio, which is discarded.
    func renewSound(_ plan: inout SeekPlan) {
        let run = plan.run
        let renderer = renderer
        let epoch = state.update { state -> Int? in
            guard state.run == run else { return nil }
            state.audio.renew()
            // Inside the lock: a newer epoch must not be flushed.
            renderer?.flush(before: state.audio.epoch)
            return state.audio.epoch
        }
        guard let epoch else { return }
        plan.soundEpoch = epoch
        plan.keepsSound = false
    }
}
