import CFFmpeg
import OrielMedia
import OrielPlatform

/// The decode thread: packets in, frames with their times out.
struct DecodeLoop {
    /// A target is met by a frame that begins this much later: containers round times, some to milliseconds.
    private static let tolerance = Duration.milliseconds(1)

    private let core: PipelineCore
    private let location: MediaLocation
    private var decoder: DecoderRelay
    private var builder: FrameBuilder
    private var timer: FrameTimer
    private let deinterlacer = Deinterlacer()
    private var isDeinterlaced = false
    private var plan = SeekPlan(approach: .stay)
    /// Frames that end by then are dropped; nil once it is reached.
    private var target: Duration?
    /// The last frame that was dropped on the way to the target: it is the one to show if the next begins too late.
    private var held: (storage: FrameStorage, stamp: FrameTimer.Stamp)?
    /// Where that is to be seen, unless another comes.
    private var heldTarget: Duration? { held == nil || isAbandoned ? nil : target }
    /// What the decoder held in a pause is of before this, and too late.
    private var resumption: Duration?
    private var framesInRun = 0
    /// Of packets whose frames may have been left out, the last that is shown.
    private var leftOutUntil: Duration?
    /// A picture of this run that isn't a preview was delivered.
    private var hasLanded = false
    /// What comes until the next run is void.
    private var isAbandoned = false
    /// The first frame's time of the first run that began at the beginning.
    private var firstTime: Duration?
    private var hasBuilt = false
    private var hasFailed = false
    /// The last picture's size in memory.
    private var pictureBytes = 0
    private var refused = 0
    private var watch: StreamWatch
    private var gate: EntryGate
    /// Of decoders, as far as told.
    private var changes = 0
    /// Packets since the start that no frame came of yet.
    private var fruitless = 0
    /// So many and not one frame: an endless stream would otherwise never be called undecodable.
    private static let fruitlessLimit = 2000
    /// The container tells when packets are to be decoded, but not when their frames are to be shown (AVI, MPEG
    /// elementary streams): what libavformat then makes up for some packets is of no use.
    private var hasDecodeTimesOnly: Bool?

    /// The thread's body.
    static func run(location: MediaLocation, core: PipelineCore) {
        guard var loop = first(location, core) else { return }
        // A failure is final: what else comes is not even read.
        while !loop.hasFailed, let item = core.nextItem(.video, holdingFor: loop.heldTarget) {
            loop.handle(item)
        }
    }

    /// The loop with its first decoder, which nothing else keeps; nil once what is no film is over.
    private static func first(_ location: MediaLocation, _ core: PipelineCore) -> DecodeLoop? {
        guard case .decoder(let first) = core.nextItem(.video) else { return nil }
        switch first {
        case .video(let decoder): return DecodeLoop(location, core, decoder)
        case .picture(let picture, let length):
            PictureLoop.run(core: core, picture: picture, length: length)
            return nil
        }
    }

    private init(_ location: MediaLocation, _ core: PipelineCore, _ decoder: VideoDecoder) {
        self.location = location
        self.core = core
        self.decoder = DecoderRelay(decoder)
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
            // A turn without a picture would be followed by another, and so on as fast as the machine can.
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

    /// Another stream of pictures: what was decoded of the one before is void, and a run follows.
    private mutating func change(to other: VideoDecoder) {
        decoder = DecoderRelay(other)
        builder = FrameBuilder(other.traits)
        timer = FrameTimer(
            frameDuration: other.traits.frameDuration, hasDiscontinuities: other.traits.hasDiscontinuities)
        deinterlacer.reset()
        held = nil
        isAbandoned = true
        firstTime = nil
        hasDecodeTimesOnly = nil
        refused = 0
        watch = StreamWatch(other.codecName)
        gate = EntryGate(other)
    }

    private mutating func begin(_ plan: SeekPlan, isRepetition: Bool = false) {
        self.plan = plan
        decoder.begin(hasTarget: plan.target != nil, isRepetition: isRepetition)
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

    /// Nothing more comes in this run.
    private mutating func finishRun() {
        guard !isAbandoned else { return }
        drain()
        guard !isAbandoned else { return }
        if framesInRun == 0, !core.arePicturesLeftOut, let farther = plan.fartherBack() { return retry(farther) }
        // The target lies behind the last frame: that is the one.
        settleForHeld()
    }

    /// Takes all that was decoded and is held back for others.
    private mutating func drain() {
        decoder.skipsUnreferenced = false
        if decoder.send(nil) >= 0 { receive() }
        guard !isAbandoned else { return }
        for picture in deinterlacer.finish() { settle(picture) }
    }

    /// The target lies where there are no pictures for long. What comes then begins with a keyframe.
    private mutating func settleForLast() {
        drain()
        guard !isAbandoned else { return }
        settleForHeld()
        decoder.begin(hasTarget: false, isRepetition: false)
    }

    /// What comes of this run is void, and what it has left behind goes.
    private mutating func release() {
        held = nil
        isAbandoned = true
        deinterlacer.reset()
        decoder.release()
    }

    /// Delivers the frame before the target, which is what is seen there.
    /// - Parameter isFollowed: another frame follows behind the target, so this one lasts until then.
    private mutating func settleForHeld(isFollowed: Bool = false) {
        guard let (storage, stamp) = held else { return }
        if let target, isLeftOut(between: stamp, and: target) { return retry(plan.whole()) }
        // Behind the last frame there is nothing to be at, unless sound goes on.
        let lasts = isFollowed || target.map { $0 < stamp.end || core.hasSound(until: $0) } ?? false
        let entry = lasts ? target : nil
        held = nil
        target = nil
        deliver(storage, stamp, at: entry)
    }

    private mutating func decode(_ packet: Packet) {
        notePresence(of: packet.pointer.pointee)
        if let margin = core.resumptionMargin() { resumption = packet.end.map { $0 - margin } }
        guard gate.isOpen(for: packet) else {
            // Nothing that begins by then is to be had from here.
            guard let latest = plan.latest, let end = packet.end, end > latest, let farther = plan.fartherBack() else {
                return
            }
            return retry(farther)
        }
        core.waitForMemory(pictureBytes: pictureBytes, seekGeneration: plan.seekGeneration)
        decoder.skipsUnreferenced = isFarBeforeTarget(packet)
        decoder.hasTimes = hasDecodeTimesOnly != true
        var code = decoder.send(packet)
        while code == ORIEL_AVERROR_EAGAIN {
            guard receive() > 0 else { break }
            code = decoder.send(packet)
        }
        if code < 0 && code != ORIEL_AVERROR_EOF { noteRefusal() }
        receive()
        look(at: packet)
        if decoder.changes != changes {
            changes = decoder.changes
            core.count { [decoder] in ($0.decoderChanges, $0.decoderReplays) = (decoder.changes, decoder.replays) }
        }
        guard !hasBuilt, !hasFailed else { return }
        fruitless += 1
        guard fruitless >= Self.fruitlessLimit else { return }
        hasFailed = true
        core.fail(MediaError(.undecodable, location))
    }

    private mutating func noteRefusal() {
        core.count { $0.refusedPackets += 1 }
        watch.noteRefusal()
    }

    /// Whether the stream has become another one. What was decoded is shown, and the rest is played.
    private mutating func look(at packet: Packet) {
        let data = UnsafeRawBufferPointer(start: packet.pointer.pointee.data, count: packet.size)
        guard !isAbandoned, let finding = watch.look(at: data, until: packet.end) else { return }
        var codec: String?
        if case .becomes(let other) = finding { codec = other }
        core.lose(.video, MediaError(.picturesLost(from: watch.end, codec: codec), location), of: plan)
    }

    /// Learns from the first packet whether there are presentation times; a later one that has its own says yes for good.
    private mutating func notePresence(of packet: AVPacket) {
        let hasDecodeTime = packet.dts != ORIEL_AV_NOPTS_VALUE
        if packet.pts == ORIEL_AV_NOPTS_VALUE {
            if hasDecodeTimesOnly == nil { hasDecodeTimesOnly = hasDecodeTime }
        } else if packet.pts != packet.dts || hasDecodeTimesOnly == nil {
            hasDecodeTimesOnly = false
        }
    }

    private mutating func isFarBeforeTarget(_ packet: Packet) -> Bool {
        guard let limit = plan.skipsUntil, target != nil, hasDecodeTimesOnly != true,
            let pts = Libav.duration(packet.pointer.pointee.pts, decoder.traits.timeBase)
        else { return false }
        let time = pts - decoder.traits.startTime
        guard time < limit else { return false }
        leftOutUntil = max(leftOutUntil ?? time, time)
        return true
    }

    /// Whether a frame lasts longer than those of its stream do. Containers that tell times of decoding say that of the wrong one
    /// (MP4 with B-frames), so the next frame decides.
    private func isLong(_ stamp: FrameTimer.Stamp) -> Bool {
        stamp.duration > (decoder.traits.frameDuration ?? stamp.duration) * 2
    }

    /// Whether there was a frame behind the one that is to be shown at the target, which lasts longer than its stream's usually do.
    private func isLeftOut(between stamp: FrameTimer.Stamp, and target: Duration) -> Bool {
        leftOutUntil.map { $0 > stamp.time + Self.tolerance && $0 <= target } ?? false
    }

    /// Takes all frames that are ready; answers how many.
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
        core.count {
            $0.decoded += 1
            if isCorrupt { $0.corruptFrames += 1 }
        }
        let time = presentationTime(of: frame)
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
        // Whoever is on the way to a target needs what is shown there, and the frame before.
        let isFar = target.map { stamp.end + stamp.duration * 2 < $0 } ?? false
        if isFar, deinterlacer.isEmpty { return settle(Deinterlacer.Picture(storage: storage, stamp: stamp)) }
        let isWanted = !decoder.traits.isStillImage && core.deinterlaces
        for picture in deinterlacer.push(storage, stamp, isWanted: isWanted) { settle(picture) }
    }

    /// A picture that is as it is to be shown: it is given, if it isn't before the target.
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
            if held != nil { core.count { $0.skipped += 1 } }
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

    /// Since the start of the medium, as far as the container says.
    private func presentationTime(of frame: AVFrame) -> Duration? {
        let traits = decoder.traits
        if hasDecodeTimesOnly == true {
            guard let time = Libav.duration(frame.pkt_dts, traits.timeBase) else { return nil }
            let delay = (traits.frameDuration ?? .zero) * decoder.reorderDelay
            return snapped(time - traits.startTime - delay)
        }
        let time =
            Libav.duration(frame.best_effort_timestamp, traits.timeBase)
            ?? Libav.duration(frame.pkt_dts, traits.timeBase)
        return time.map { snapped($0 - traits.startTime) }
    }

    /// Rounding of different clocks must not put the first frame beside zero.
    private func snapped(_ time: Duration) -> Duration {
        time < .microseconds(1) && time > .microseconds(-1) ? .zero : time
    }

    /// The demuxer landed too late.
    private mutating func retry(_ farther: SeekPlan) {
        isAbandoned = true
        core.retry(farther, after: plan)
    }

    /// - Parameter target: where the run was sent; nil for wherever the frame is.
    private mutating func deliver(
        _ storage: FrameStorage, _ stamp: FrameTimer.Stamp, at target: Duration? = nil, isPreview: Bool = false
    ) {
        let lands = !isPreview && !hasLanded
        let entry = plan.entersFrame ? max(stamp.time, target ?? stamp.time) : stamp.time
        var isGiven = false
        if lands {
            hasLanded = true
            decoder.land()
            core.land(plan, at: entry, isDrawnNext: true)
        }
        defer { if lands { core.awaitDrawing(plan, isGiven: isGiven) } }
        guard let frame = builder.build(storage, stamp: stamp, generation: plan.generation, entry: entry) else {
            return core.count { $0.corruptFrames += 1 }
        }
        if !hasBuilt { StartTrace.mark("the first picture is decoded") }
        hasBuilt = true
        pictureBytes = frame.bytes
        decoder.note(waiting: core.frames.count, capacity: PictureMemory.queueDepth(of: frame.duration))
        isGiven = core.deliver(frame, of: plan)
        if isGiven { core.count { $0.delivered += 1 } }
    }
}
