import CLinux
import Glibc
import OrielMedia
import OrielPlatform

/// The pipeline's middle: the shared state, the frame queue and the wakeup. All threads.
final class PipelineCore: Sendable {
    let state: Monitor<PipelineState>
    let frames = BoundedQueue<VideoFrame>(
        capacity: PictureMemory.queueDepth(of: .zero), weightLimit: PictureMemory.queueShare,
        weight: { PictureMemory.queueWeight(bytes: $0.bytes, duration: $0.duration) })
    let memory = PictureMemory()
    let wakeup: Wakeup
    /// Where sound goes; nil where none is wanted.
    let renderer: (any AudioRenderer)?
    /// Draws the picture of music without a cover.
    let titlePicture: @Sendable (String) -> VideoFrame
    /// Readable from `close()` on, for threads that sleep in `poll`.
    let closing: Wakeup
    /// There is something new for the sound's thread while it waits for room.
    let soundNews: Wakeup

    init(
        loops: Bool, speed: Double = 1, firstGeneration: Int = 0, renderer: (any AudioRenderer)?, wakeup: Wakeup,
        titlePicture: @escaping @Sendable (String) -> VideoFrame = { _ in CoverPicture.plain() }
    ) throws(PlatformError) {
        self.titlePicture = titlePicture
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

    /// Whether pictures are to be made of fields.
    var deinterlaces: Bool { state.withLock { $0.deinterlaces } }

    var isClosing: Bool { state.withLock { $0.isClosing } }

    /// Each thread's last act.
    func threadEnds() { state.update { $0.runningThreads -= 1 } }

    /// True if `plan`'s run is the newest and nothing newer was asked for.
    func isCurrent(_ plan: SeekPlan) -> Bool { state.withLock { !$0.isClosing && $0.run == plan.run } }

    // MARK: Demux thread

    /// Waits for room and appends. False if the run is void or the pipeline closes.
    /// - Parameter track: which sound it is; one that isn't played is kept for later.
    func push(_ packet: Packet, to kind: StreamKind, track: Int? = nil, run: Int) -> Bool {
        var isNews = false
        let isCurrent = state.wait { (state, wakesOthers: inout Bool) -> Bool? in
            guard !state.isClosing, state.run == run else { return false }
            if state.leavesOut(kind) { return true }
            if let track, track != state.audioSelection {
                state.shelve(packet, of: track)
                return true
            }
            if state.isResting, !state.endsRest { return nil }
            state.isResting = false
            if !state.ahead.hasRoom {
                // Sound that comes too long before a picture is left out.
                guard state.isSoundInTheWay else {
                    state.isResting = true
                    return nil
                }
                state.dropOldestPacket(of: .audio)
            }
            state.append(.packet(packet), to: kind)
            if let track { state.shelve(packet, of: track) }
            isNews = state.takeMark()
            if state.takePause() { isNews = true }
            wakesOthers = true
            return true
        }
        if isNews { wakeup.signal() }
        return isCurrent
    }

    /// Appends to each stream's queue at once. False if the run is void or the pipeline closes.
    func pushToAll(_ item: DecodeItem, run: Int) -> Bool {
        var isNews = false
        let isCurrent = state.update { state in
            guard !state.isClosing, state.run == run else { return false }
            state.appendToAll(item)
            let isMarkReached = state.takeMark()
            isNews = isMarkReached || state.readFailure != nil || state.isFollowed && state.isReadToEnd
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

    /// Publishes the medium and hands over its decoders.
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

    /// More is known of the medium.
    func update(_ info: MediaInfo) {
        state.update { $0.snapshot.info = info }
        wakeup.signal()
    }

    /// Other pictures follow, by a decoder of their own; the run that they begin is announced next.
    func changeVideo(_ info: MediaInfo, _ decoder: VideoDecoder) {
        state.update { state in
            state.snapshot.info = info
            state.append(.decoder(.video(decoder)), to: .video)
        }
        wakeup.signal()
    }

    /// Any of the threads: the medium can't be played (on).
    func fail(_ error: MediaError) {
        state.update { state in
            guard !state.isClosing else { return }
            state.snapshot.phase = .failed(error)
        }
        wakeup.signal()
    }

    /// A decode thread: its stream can't be decoded on in this run, and the rest goes on. Told once.
    func lose(_ kind: StreamKind, _ error: MediaError, of plan: SeekPlan) {
        state.update { state in
            guard !state.isClosing, state.run == plan.run else { return }
            if kind == .video { state.snapshot.arePicturesLost = true }
            if state.lost.insert(kind).inserted { state.snapshot.losses.append(error) }
        }
        wakeup.signal()
    }

    /// The demux thread: no more packets of pictures come in this run.
    func losePictures(_ error: MediaError, of plan: SeekPlan) {
        lose(.video, error, of: plan)
        state.update { state in
            guard !state.isClosing, state.run == plan.run else { return }
            state.append(.lost, to: .video)
        }
    }

    /// Counts something.
    func count(_ body: (inout MediaPipeline.Statistics) -> Void) { state.withLock { body(&$0.statistics) } }

    // MARK: Decode thread

    /// Waits for the next item; nil once the pipeline closes, and for a stream that isn't played.
    /// - Parameter target: of pictures, where one that is held is to be seen then unless another comes.
    func nextItem(_ kind: StreamKind, holdingFor target: Duration? = nil) -> DecodeItem? {
        state.wait { (state, wakesOthers: inout Bool) -> DecodeItem?? in
            if state.isClosing || !state.isPlayed(kind) { return .some(nil) }
            if kind == .audio, let news = state.takeSoundNews() { return news }
            if kind == .video, state.release != nil { return state.takeRelease() ? .release : nil }
            guard let item = state.popFirst(kind) else {
                guard kind == .video else { return nil }
                if state.takePause() { wakeup.signal() }
                guard let target, state.ahead.isLeft(.video), state.hasSound(until: target) else { return nil }
                return .some(.pause)
            }
            wakesOthers = state.endsRest
            return .some(item)
        }
    }

    /// Before a packet is decoded: where one picture alone is more than may wait, none is made beside one that waits.
    func waitForMemory(pictureBytes: Int, seekGeneration: Int) {
        if pictureBytes > PictureMemory.queueShare { frames.waitUntilEmpty(generation: seekGeneration) }
    }

    /// Of a packet that was taken: pictures that end this long before it are too late, since time went on without them in a pause.
    func resumptionMargin() -> Duration? { state.withLock { $0.takeResumption() ? $0.ahead.spread / 2 : nil } }

    /// Whether sound was read until a time.
    func hasSound(until time: Duration) -> Bool { state.withLock { $0.hasSound(until: time) } }

    /// Nobody sees pictures, and sound goes on without them: that there are none says nothing of the medium.
    var arePicturesLeftOut: Bool { state.withLock { $0.hasLostPictures } }

    /// Waits for room in the frame queue; false if the frame's seek was superseded.
    func deliver(_ frame: VideoFrame, of plan: SeekPlan) -> Bool {
        // Before it waits: there may be none until sound was read on.
        state.withLock { $0.notePicture(of: plan) }
        guard frames.push(frame, generation: plan.seekGeneration) else { return false }
        state.withLock { $0.endPause() }
        if frames.count <= 1 { wakeup.signal() }
        return true
    }

    /// The decode thread asks to come from farther back, unless something newer was asked for meanwhile.
    func retry(_ plan: SeekPlan, after failed: SeekPlan) {
        state.update { state in
            guard !state.isClosing, state.run == failed.run else { return }
            state.start(plan)
        }
        soundNews.signal()
    }

    /// A stream's last frame of the last run was delivered. With the last picture the pipeline has ended, however long the
    /// sound is.
    func end(_ plan: SeekPlan, _ kind: StreamKind) {
        let isEnd = state.update { state in
            guard !state.isClosing, state.run == plan.run, state.snapshot.phase == .ready else { return false }
            state.ended.insert(kind)
            guard kind == .video else { return true }
            state.snapshot.phase = .ended
            return true
        }
        if isEnd { wakeup.signal() }
    }

    // MARK: Sound

    /// The first picture of a run is there.
    /// - Parameter isDrawnNext: what follows waits until it is drawn, where it is to be seen; `awaitDrawing` has to follow.
    func land(_ plan: SeekPlan, at time: Duration, isDrawnNext: Bool = false) {
        state.update { state in
            guard state.run == plan.run, state.landing?.run != plan.run else { return }
            state.landing = (plan.run, time)
            // A rejoin's picture may be late already, and replaced without having been drawn.
            if isDrawnNext, plan.target != nil, !plan.hasPreview, state.wantsPictures {
                state.drawing.begin(run: plan.run, generation: plan.generation, time: time)
            }
            if plan.isFromStart, state.firstPicture == nil { state.firstPicture = time }
        }
    }

    /// The decode thread: lets the picture that a seek was for be drawn, and has sound go on.
    /// - Parameter isGiven: it waits for whoever draws.
    func awaitDrawing(_ plan: SeekPlan, isGiven: Bool) {
        let isOver: Bool? = state.wait(upTo: isGiven ? DrawingHold.limit : .zero) { state in
            state.isClosing || state.run != plan.run || !state.drawing.isOn(for: plan.run) ? true : nil
        }
        guard isOver == nil else { return }
        state.update { if $0.drawing.isOn(for: plan.run) { $0.drawing.end() } }
    }

    /// A frame was handed to the compositor.
    func noteDrawn(_ frame: VideoFrame) {
        let endsHold = state.withLock { $0.drawing.noteDrawn(generation: frame.generation, time: frame.entry) }
        if endsHold { state.update { _ in } }
    }

    /// Waits for the first picture of a run, and that it is drawn, if it is to be; nil if the run is void. A picture that isn't to come is not waited for.
    func awaitLanding(_ plan: SeekPlan) -> Duration? {
        state.wait { state -> Duration?? in
            if state.isClosing || state.run != plan.run { return .some(nil) }
            if let landing = state.landing, landing.run == plan.run, !state.drawing.isOn(for: plan.run) {
                return landing.time
            }
            let isOver = state.ended.contains(.video) || state.snapshot.phase.failure != nil
            guard isOver || state.ahead.laggards.contains(.video) else { return nil }
            return .some(plan.target ?? .zero)
        }
    }

    /// Hands samples to the renderer, waiting for room, until all are taken, their run is void or another speed or track is wanted.
    /// - Returns: how many frames were taken.
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

    /// The speed that is wanted, where that is news.
    func takeSoundSpeed() -> SoundSpeed? { state.withLock { $0.takeSoundSpeed() } }

    /// Sound of a run can't join what was delivered before: that is void.
    func renewSound(_ plan: inout SeekPlan) {
        let run = plan.run
        let renderer = renderer
        let epoch = state.update { state -> Int? in
            guard state.run == run else { return nil }
            state.soundEpoch += 1
            // Inside the lock: a newer epoch must not be taken back.
            renderer?.flush(before: state.soundEpoch)
            return state.soundEpoch
        }
        guard let epoch else { return }
        plan.soundEpoch = epoch
        plan.keepsSound = false
    }
}
