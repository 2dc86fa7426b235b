import CFFmpeg
import OrielDecode
import OrielDemux
import OrielLibav
import OrielPlatform

/// The video decode thread: turns packets into frames with times.
///
/// `run` takes items from the video queue until the pipeline closes or fails. A run goes through these steps:
/// 1. `begin` resets the decoder and the timer, and sets the target.
/// 2. `decode` sends each packet; `take` gives each decoded frame its time and passes it through the deinterlacer.
/// 3. `settle` drops frames before the target but holds the last one, the result if the next begins too late.
/// 4. If the first frame comes after the target, `retry` has the demuxer start from farther back.
/// 5. `deliver` builds the frame, announces the first one as the run's landing, and waits for room in the queue.
/// 6. At the end, `finishRun` drains the decoder and delivers the held frame if the target lies behind the last.
struct DecodeLoop {
    /// A frame that begins this much after the target still meets it: containers round times, some to milliseconds.
    private static let tolerance = Duration.milliseconds(1)

    private let core: PipelineCore
    private let location: MediaLocation
    private var decoder: DecoderChoice
    private var builder: FrameBuilder
    private var timer: FrameTimer
    private let deinterlacer = Deinterlacer()
    private var isDeinterlaced = false
    private var plan = SeekPlan(approach: .stay)
    /// Time until which frames are dropped; nil once it is reached.
    private var target: Duration?
    /// Last frame before the target; it is shown if the next one begins too late.
    private var held: (storage: FrameStorage, stamp: FrameTimer.Stamp)?
    /// Target at which the held frame is shown unless another comes; nil if none is held.
    private var heldTarget: Duration? { held == nil || isAbandoned ? nil : target }
    /// After a pause, frames before this time are late and are dropped.
    private var resumption: Duration?
    private var framesInRun = 0
    /// Latest time of the packets before a seek target whose frames the decoder may skip.
    private var leftOutUntil: Duration?
    /// Whether this run has delivered a frame that isn't a preview.
    private var hasLanded = false
    /// Whether everything until the next run is discarded.
    private var isAbandoned = false
    /// Time of the first frame of the first run that began at the beginning.
    private var firstTime: Duration?
    private var hasBuilt = false
    private var hasFailed = false
    /// Size of the last frame in memory, in bytes.
    private var frameBytes = 0
    private var refused = 0
    private var watch: StreamWatch
    private var gate: EntryGate
    /// Changes of the decoder's threading that are in the statistics, and reports of hardware that are in the snapshot.
    private var told = (changes: 0, reports: 0)
    /// Packets since the start while no frame has come.
    private var fruitless = 0
    /// Packets without a frame after which the stream counts as undecodable, even if it never ends.
    private static let fruitlessLimit = 2000
    private var times = PresentationTimes()

    /// Runs the thread; returns when the pipeline closes or has failed.
    static func run(location: MediaLocation, core: PipelineCore) {
        guard var loop = first(location, core) else { return }
        // A failure is final: further items are not even read.
        while !loop.hasFailed, let item = core.nextItem(.video, holdingFor: loop.heldTarget) {
            loop.handle(item)
        }
    }

    /// Takes the first decoder and returns its loop. For audio only, runs the `FixedFrameLoop` and returns nil
    /// afterwards.
    private static func first(_ location: MediaLocation, _ core: PipelineCore) -> DecodeLoop? {
        while let item = core.nextItem(.video) {
            switch item {
            case .decoder(.video(let decoder)): return DecodeLoop(location, core, decoder)
            case .decoder(.picture(let picture, let length)):
                FixedFrameLoop.run(core: core, picture: picture, length: length)
                return nil
            default: continue  // Frames may have to be freed before there is a decoder.
            }
        }
        return nil
    }

    private init(_ location: MediaLocation, _ core: PipelineCore, _ decoder: VideoDecoder) {
        self.location = location
        self.core = core
        self.decoder = DecoderChoice(decoder, core.hardware)
        builder = FrameBuilder(decoder.traits)
        watch = StreamWatch(decoder.codecName)
        gate = EntryGate(decoder)
        timer = FrameTimer(
            frameDuration: decoder.traits.frameDuration, hasDiscontinuities: decoder.traits.hasDiscontinuities)
    }

    private mutating func handle(_ item: DecodeItem) {
        switch item {
        case .decoder(.video(let other)): change(to: other)
        case .decoder(.picture), .speed, .track: break
        case .packet(let packet): if !isAbandoned { decode(packet) }
        case .lost: if !isAbandoned { drain() }
        case .pause: if !isAbandoned { settleForLast() }
        case .release: release()
        case .begin(let plan): begin(plan)
        case .loop(var next):
            finishRun()
            guard !isAbandoned, core.isCurrent(next) else { return }
            // A repetition without a frame would be followed by the next as fast as the machine can.
            if framesInRun == 0, !core.arePicturesLeftOut { core.state.update { $0.loops = false } }
            next.latest = firstTime
            core.count { $0.loops += 1 }
            begin(next, isRepetition: true)
        case .end(let reason):
            finishRun()
            guard !isAbandoned else { return }
            if let error = reason ?? (hasBuilt ? nil : MediaError(.undecodable, location)) {
                core.fail(error)
            } else {
                core.end(plan, .video)
            }
        }
    }

    /// Changes to the decoder of another video stream. Drops the frames of the old one; a new run follows.
    private mutating func change(to other: VideoDecoder) {
        decoder = DecoderChoice(other, core.hardware)
        told.reports = -1
        builder = FrameBuilder(other.traits)
        timer = FrameTimer(
            frameDuration: other.traits.frameDuration, hasDiscontinuities: other.traits.hasDiscontinuities)
        deinterlacer.reset()
        held = nil
        isAbandoned = true
        firstTime = nil
        times = PresentationTimes()
        refused = 0
        watch = StreamWatch(other.codecName)
        gate = EntryGate(other)
    }

    private mutating func begin(_ plan: SeekPlan, isRepetition: Bool = false) {
        self.plan = plan
        decoder.begin(hasTarget: plan.target != nil)
        deinterlacer.reset()
        timer.reset(expecting: plan.approach.time)
        target = plan.target
        held = nil
        resumption = nil
        framesInRun = 0
        leftOutUntil = nil
        hasLanded = false
        isAbandoned = false
        gate.begin(plan)
        if !isRepetition { watch.begin() }
    }

    /// Ends a run after its last packet.
    private mutating func finishRun() {
        guard !isAbandoned else { return }
        drain()
        guard !isAbandoned else { return }
        if framesInRun == 0, !core.arePicturesLeftOut, let farther = plan.fartherBack() { return retry(farther) }
        // The target lies behind the last frame, so that frame is the result.
        settleForHeld()
    }

    /// Takes all frames that the decoder and the deinterlacer still hold.
    private mutating func drain() {
        decoder.skipsUnreferenced = false
        if decoder.send(nil) >= 0 { receive() }
        reportDecoder()
        guard !isAbandoned else { return }
        for picture in deinterlacer.finish() { settle(picture) }
    }

    /// Delivers the held frame because video is missing at the target for long. The packets that follow begin with a
    /// keyframe.
    private mutating func settleForLast() {
        drain()
        guard !isAbandoned else { return }
        settleForHeld()
        decoder.begin(hasTarget: false)
    }

    /// Frees the decoded frames and discards the rest of this run.
    private mutating func release() {
        held = nil
        isAbandoned = true
        deinterlacer.reset()
        decoder.release()
    }

    /// Delivers the held frame, the last one before the target, which is the one shown there.
    /// - Parameter isFollowed: whether another frame follows behind the target, so that the held one lasts until then.
    private mutating func settleForHeld(isFollowed: Bool = false) {
        guard let (storage, stamp) = held else { return }
        if let target, isLeftOut(between: stamp, and: target) { return retry(plan.whole()) }
        // Behind the last frame there is no position to enter, unless audio goes on.
        let lasts = isFollowed || target.map { $0 < stamp.end || core.hasSound(until: $0) } ?? false
        let entry = lasts ? target : nil
        held = nil
        target = nil
        deliver(storage, stamp, at: entry)
    }

    private mutating func decode(_ packet: Packet) {
        times.note(packet.pointer.pointee)
        if let margin = core.resumptionMargin() { resumption = packet.end.map { $0 - margin } }
        guard gate.isOpen(for: packet) else {
            // No frame that begins early enough can be decoded from this position.
            guard let latest = plan.latest, let end = packet.end, end > latest, let farther = plan.fartherBack() else {
                return
            }
            return retry(farther)
        }
        core.waitForMemory(frameBytes: frameBytes, seekGeneration: plan.seekGeneration)
        decoder.skipsUnreferenced = isFarBeforeTarget(packet)
        decoder.hasTimes = !times.areDecodeTimesOnly
        decoder.adopt(core.settings.hardware)
        var code = decoder.send(packet)
        while code == ORIEL_AVERROR_EAGAIN {
            guard receive() > 0 else { break }
            code = decoder.send(packet)
        }
        if code < 0 && code != ORIEL_AVERROR_EOF { noteRefusal() }
        receive()
        look(at: packet)
        reportDecoder()
        guard !hasBuilt, !hasFailed else { return }
        fruitless += 1
        guard fruitless >= Self.fruitlessLimit else { return }
        hasFailed = true
        core.fail(MediaError(.undecodable, location))
    }

    /// Reports the decoder's changes, and follows those that need a seek.
    private mutating func reportDecoder() {
        if decoder.threadChanges != told.changes {
            told.changes = decoder.threadChanges
            core.count { [decoder] in $0.decoderChanges = decoder.threadChanges }
        }
        guard decoder.reports != told.reports else { return }
        told.reports = decoder.reports
        core.state.withLock { [decoder] in $0.snapshot.hardware = decoder.status }
        if decoder.takeNeedForSeek(), !isAbandoned { resume() }
    }

    /// Reads on from the keyframe before the next frame, because hardware failed too far behind the last one.
    private mutating func resume() {
        guard core.isSeekable else { return }
        retry(target == nil ? plan.resumed(at: watch.end) : plan.whole())
    }

    private mutating func noteRefusal() {
        core.count { $0.refusedPackets += 1 }
        watch.noteRefusal()
    }

    /// Checks whether the stream has changed its codec or became undecodable, and reports it. Frames decoded before are
    /// still shown.
    private mutating func look(at packet: Packet) {
        let data = UnsafeRawBufferPointer(start: packet.pointer.pointee.data, count: packet.size)
        guard !isAbandoned, let finding = watch.look(at: data, until: packet.end) else { return }
        var codec: String?
        if case .becomes(let other) = finding { codec = other }
        core.lose(.video, MediaError(.picturesLost(from: watch.end, codec: codec), location), of: plan)
    }

    private mutating func isFarBeforeTarget(_ packet: Packet) -> Bool {
        guard let limit = plan.skipsUntil, target != nil, !times.areDecodeTimesOnly,
            let pts = Libav.duration(packet.pointer.pointee.pts, decoder.traits.timeBase)
        else { return false }
        let time = pts - decoder.traits.startTime
        guard time < limit else { return false }
        leftOutUntil = max(leftOutUntil ?? time, time)
        return true
    }

    /// Whether a frame lasts longer than twice the frame duration. Containers with decode times (MP4 with B-frames)
    /// report the wrong frame's duration, so the next frame has to decide.
    private func isLong(_ stamp: FrameTimer.Stamp) -> Bool {
        stamp.duration > (decoder.traits.frameDuration ?? stamp.duration) * 2
    }

    /// Whether the decoder may have skipped a frame between this one and the target.
    private func isLeftOut(between stamp: FrameTimer.Stamp, and target: Duration) -> Bool {
        leftOutUntil.map { $0 > stamp.time + Self.tolerance && $0 <= target } ?? false
    }

    /// Takes all frames that are ready and returns their number.
    @discardableResult
    private mutating func receive() -> Int {
        var count = 0
        while !isAbandoned {
            guard let storage = FrameStorage() else { return count }
            let code = decoder.receive(storage.frame)
            if code < 0 {
                if code != ORIEL_AVERROR_EAGAIN && code != ORIEL_AVERROR_EOF {
                    noteRefusal()
                    // Frame threads report a packet's failure here; the next call goes on.
                    refused += 1
                    if refused < 64 { continue }
                }
                return count
            }
            refused = 0
            count += 1
            take(storage)
        }
        return count
    }

    private mutating func take(_ storage: FrameStorage) {
        let frame = storage.frame.pointee
        let isCorrupt = frame.decode_error_flags != 0 || frame.flags & AV_FRAME_FLAG_CORRUPT != 0
        let isFromHardware = decoder.isFromHardware
        core.count {
            $0.decoded += 1
            if isFromHardware { $0.decodedInHardware += 1 }
            if isCorrupt { $0.corruptFrames += 1 }
        }
        let time = times.time(of: frame, decoder.traits, reorderDelay: decoder.reorderDelay)
        if let resumption, let time, time < resumption { return }
        resumption = nil
        let stamp = timer.stamp(
            time: time,
            duration: Libav.duration(oriel_frame_duration(storage.frame), decoder.traits.timeBase))
        watch.noteFrame(until: stamp.end, isDamaged: isCorrupt)
        if framesInRun == 0 && plan.isFromStart && firstTime == nil { firstTime = stamp.time }
        framesInRun += 1
        let tolerance = min(Self.tolerance, stamp.duration / 4)
        if framesInRun == 1, let latest = plan.latest, stamp.time > latest + tolerance, stamp.time != firstTime,
            let farther = plan.fartherBack()
        {
            return retry(farther)
        }
        // Far from the target, frames need no deinterlacing: only the shown frame and the one before it do.
        let isFar = target.map { stamp.end + stamp.duration * 2 < $0 } ?? false
        if isFar, deinterlacer.isEmpty { return settle(Deinterlacer.Picture(storage: storage, stamp: stamp)) }
        let isWanted = !decoder.traits.isStillImage && core.settings.deinterlaces
        for picture in deinterlacer.push(storage, stamp, isWanted: isWanted) { settle(picture) }
    }

    /// Delivers a deinterlaced frame, or drops or holds it if it is before the target.
    private mutating func settle(_ picture: Deinterlacer.Picture) {
        let (storage, stamp) = (picture.storage, picture.stamp)
        let tolerance = min(Self.tolerance, stamp.duration / 4)
        if picture.isOfField != isDeinterlaced {
            isDeinterlaced = picture.isOfField
            core.state.withLock { $0.snapshot.isDeinterlaced = picture.isOfField }
        }
        guard let target else { return deliver(storage, stamp) }
        if stamp.time > target + tolerance {
            // The target lies in the gap before this frame.
            settleForHeld(isFollowed: true)
            guard !isAbandoned else { return }
        } else {
            held = nil
            let isBefore = stamp.end <= target + tolerance
            if isBefore, plan.hasPreview && framesInRun == 1 { return deliver(storage, stamp, isPreview: true) }
            if isBefore || isLong(stamp) {
                held = (storage, stamp)
                return
            }
        }
        if isLeftOut(between: stamp, and: target) { return retry(plan.whole()) }
        held = nil
        self.target = nil
        deliver(storage, stamp, at: target)
    }

    /// Abandons this run and has the demuxer follow another plan.
    private mutating func retry(_ farther: SeekPlan) {
        isAbandoned = true
        core.retry(farther, after: plan)
    }

    /// Builds a frame, waits for room and puts it into the queue. The first of a run is announced as its landing.
    /// - Parameter target: where the run enters the frame; nil for its beginning.
    private mutating func deliver(
        _ storage: FrameStorage, _ stamp: FrameTimer.Stamp, at target: Duration? = nil, isPreview: Bool = false
    ) {
        let lands = !isPreview && !hasLanded
        let entry = plan.entersFrame ? max(stamp.time, target ?? stamp.time) : stamp.time
        var isGiven = false
        if lands {
            hasLanded = true
            core.land(plan, at: entry, isDrawnNext: true)
        }
        defer { if lands { core.awaitDrawing(plan, isGiven: isGiven) } }
        guard let frame = builder.build(storage, stamp: stamp, generation: plan.generation, entry: entry) else {
            return core.count { $0.corruptFrames += 1 }
        }
        if !hasBuilt { StartTrace.mark("the first picture is decoded") }
        hasBuilt = true
        frameBytes = frame.bytes
        isGiven = core.deliver(frame, of: plan)
    }
}
