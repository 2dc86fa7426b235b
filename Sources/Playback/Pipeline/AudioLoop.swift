import CFFmpeg
import DequeModule
import Logging
import OrielDecode
import OrielDemux
import OrielLibav
import OrielMedia
import OrielPlatform

/// The audio decode thread: turns packets into continuous samples at the wanted speed.
///
/// The audio of a run begins at the time of its first frame, as the clock does. The thread waits for that frame and
/// drops samples before it.
///
/// Steps: `decode` sends packets, `take` places the samples on the timeline and fills gaps with silence, `deliver`
/// stamps and trims them, `feed` stretches them to the speed, and `give` hands them to the renderer.
struct AudioLoop {
    /// Length of audio before the first audible sample that is decoded too, since decoders need some packets to settle.
    static let preroll = Duration.milliseconds(200)
    /// Longest piece of silence that is delivered at once.
    private static let stretch = Duration.milliseconds(100)
    /// Audio kept over a seek may be ahead of the target by at most this.
    private static let kept = Duration.seconds(5)

    private static let logger = Logger(label: "oriel")

    private let core: PipelineCore
    private let renderer: any AudioRenderer
    /// Nil if no audio is played.
    private var decoder: AudioDecoder?
    /// Made for the first track; later tracks are converted to the same format.
    private var converter: AudioConverter?
    private var timer = AudioTimer(hasDiscontinuities: false)
    private var plan = SeekPlan(approach: .stay)
    private var hasStarted = false
    private var isAbandoned = false
    /// Media time until which audible audio was decoded, in any run.
    private var delivered: Duration?
    private var speed: AudioSpeed
    /// Epoch of the delivered audio: the newest of all runs, speeds and tracks. Repetitions of a loop begin none.
    private var epoch = 0
    /// Stretches the audio to the speed; nil at speed 1 and before the first samples.
    private var stretch: AudioStretch?
    /// Buffers that are ready for the renderer, oldest first.
    private var ready: Deque<AudioBuffer> = []
    private var recent = RecentAudio()
    /// Whether the run's audio was decoded to its end.
    private var isComplete = false
    private var watch = StreamWatch("")

    /// Runs the thread; returns when the pipeline closes or has no audio. FFmpeg's libraries are open once there is a
    /// track, not before.
    static func run(core: PipelineCore, renderer: any AudioRenderer) {
        var loop = AudioLoop(core, renderer)
        while let item = core.nextItem(.audio) { loop.handle(item) }
    }

    private init(_ core: PipelineCore, _ renderer: any AudioRenderer) {
        self.core = core
        self.renderer = renderer
        speed = core.state.withLock { $0.audio.speed }
    }

    private mutating func handle(_ item: DecodeItem) {
        switch item {
        case .decoder, .lost, .pause, .release: break
        case .packet(let packet): if !isAbandoned { decode(packet) }
        case .begin(let plan): begin(plan)
        case .track(let wanted): change(to: wanted)
        case .speed(let speed):
            adopt(speed)
            give()
        case .loop(let next):
            drain()
            // A repetition is as long as the video.
            if let end = pictureEnd { deliverSilence(until: end) }
            finishStretch()
            guard core.isCurrent(next) else { return }
            plan = next
            decoder?.flush()
            converter?.reset()
            start(at: core.state.withLock { $0.firstFrames.ofMedium } ?? .zero)
        case .end:
            drain()
            if core.state.withLock({ $0.isFollowed && !$0.isSoundOnly }), let end = pictureEnd {
                deliverSilence(until: end)
            }
            isComplete = true
            finishStretch()
            give()
            if !isAbandoned { core.end(plan, .audio) }
        }
    }

    private mutating func begin(_ plan: SeekPlan) {
        self.plan = plan
        decoder?.flush()
        converter?.reset()
        hasStarted = false
        isAbandoned = decoder == nil
        isComplete = false
        watch.begin()
        // Audio of an older epoch was flushed, perhaps by a run that ended before this thread took it.
        if plan.keepsSound, epoch >= plan.soundEpoch, let delivered, let target = plan.target, delivered >= target,
            delivered - target < Self.kept
        {
            start(at: delivered)
            return give()
        }
        if plan.keepsSound { core.renewSound(&self.plan) }
        epoch = max(epoch, self.plan.soundEpoch)
        forget()
    }

    /// Discards the decoded audio.
    private mutating func forget() {
        delivered = nil
        stretch = nil
        ready = []
        recent.clear()
    }

    /// Changes to another track, or to none.
    private mutating func change(to wanted: AudioSwitch) {
        forget()
        hasStarted = false
        isComplete = false
        watch.begin()
        epoch = max(epoch, wanted.epoch)
        decoder = wanted.decoder ?? wanted.track.flatMap { opened($0) }
        isAbandoned = decoder == nil || wanted.plan == nil && wanted.decoder == nil
        guard let decoder else { return }
        if converter == nil {
            converter = AudioConverter(
                to: renderer.prepare(
                    rate: Int(decoder.track.parameters.pointer.pointee.sample_rate),
                    channels: decoder.track.info.channels))
        }
        converter?.reset()
        timer = AudioTimer(
            hasDiscontinuities: decoder.track.hasDiscontinuities, countsSamples: decoder.track.countsSamples)
        guard let plan = wanted.plan else { return }
        self.plan = plan
        if let position = wanted.position { start(at: position) }
    }

    /// Opens a track's decoder. A track that can't be decoded is logged and silent.
    private func opened(_ track: AudioTrack) -> AudioDecoder? {
        do throws(MediaError) { return try AudioDecoder(track) } catch {
            Self.logger.warning("\(error)")
            return nil
        }
    }

    /// Changes the speed: audio that was not heard yet is made anew from `recent`.
    private mutating func adopt(_ speed: AudioSpeed) {
        self.speed = speed
        epoch = max(epoch, speed.epoch)
        stretch = nil
        ready = []
        guard hasStarted else { return }
        for buffer in recent.from(speed.position, generation: speed.generation) { feed(buffer) }
        if isComplete { finishStretch() }
    }

    private mutating func start(at time: Duration) {
        timer.start(at: time)
        hasStarted = true
    }

    private mutating func decode(_ packet: Packet) {
        guard let decoder else { return }
        if let end = packet.end {
            let isPast = plan.target.map { end < $0 - Self.preroll } ?? false
            if hasStarted ? timer.isPast(end, by: Self.preroll) : isPast { return }
        }
        var code = decoder.send(packet)
        while code == ORIEL_AVERROR_EAGAIN {
            guard receive() > 0 else { break }
            code = decoder.send(packet)
        }
        if code < 0 && code != ORIEL_AVERROR_EOF { noteRefusal() }
        receive()
        // The data of audio packets doesn't reveal its codec, so only missing frames are looked at.
        if !isAbandoned, hasStarted, watch.look(at: .init(start: nil, count: 0), until: packet.end) != nil {
            core.lose(.audio, MediaError(.soundLost(from: watch.end), decoder.track.location), of: plan)
        }
    }

    private mutating func noteRefusal() {
        core.count { $0.refusedPackets += 1 }
        watch.noteRefusal()
    }

    private mutating func drain() {
        guard !isAbandoned, let decoder, let converter else { return }
        if decoder.send(nil) >= 0 { receive() }
        guard !isAbandoned, hasStarted else { return }
        let rest = converter.rest()
        if !rest.isEmpty { take(rest, at: nil) }
    }

    /// Takes all frames that are ready and returns their number.
    @discardableResult
    private mutating func receive() -> Int {
        guard let decoder, let converter else { return 0 }
        var count = 0
        while !isAbandoned {
            let code = decoder.receive()
            guard code >= 0 else {
                if code != ORIEL_AVERROR_EAGAIN && code != ORIEL_AVERROR_EOF { noteRefusal() }
                break
            }
            count += 1
            let frame = decoder.frame
            let time = decoder.time(of: frame.pointee)
            // libavformat extrapolates times with the sample rate that the stream began with.
            let isVague = frame.pointee.sample_rate != decoder.track.parameters.pointer.pointee.sample_rate
            let samples = converter.samples(of: frame)
            av_frame_unref(frame)
            if let samples, !samples.isEmpty { take(samples, at: time, isVague: isVague) }
            watch.noteFrame(until: timer.end, isDamaged: false)
        }
        return count
    }

    private mutating func take(_ samples: [Float], at time: Duration?, isVague: Bool = false) {
        if !hasStarted {
            guard let landing = core.awaitLanding(plan) else {
                isAbandoned = true
                return
            }
            start(at: landing)
        }
        guard let format = converter?.format else { return }
        let frames = samples.count / format.channels
        let placement = timer.place(time: time, length: format.duration(of: frames), isVague: isVague)
        if placement.silence > .zero { deliverSilence(until: timer.end + placement.silence) }
        var buffer = AudioBuffer(samples: samples, format: format, stamp: stamp)
        let cut = format.frames(in: placement.cut)
        if cut > 0 {
            guard cut < frames else { return }
            buffer = buffer.dropFirst(cut)
        }
        deliver(buffer)
    }

    private var stamp: AudioStamp { AudioStamp(time: timer.end, generation: plan.generation) }

    private mutating func deliverSilence(until end: Duration) {
        guard hasStarted, let format = converter?.format else { return }
        while !isAbandoned, end > timer.end {
            let frames = format.frames(in: min(Self.stretch, end - timer.end))
            guard frames > 0 else { return }
            let silence = [Float](repeating: 0, count: frames * format.channels)
            let before = timer.end
            deliver(AudioBuffer(samples: silence, format: format, stamp: stamp))
            // A repetition of the loop is over.
            guard timer.end > before else { return }
        }
    }

    /// End of the video; nil if unknown. The container's own is too short for a file that has grown.
    private var pictureEnd: Duration? {
        let info = core.state.withLock { $0.snapshot.info }
        return info?.hasGrown == true ? info?.knownDuration : decoder?.track.pictureEnd
    }

    private mutating func deliver(_ given: AudioBuffer) {
        guard !isAbandoned else { return }
        var buffer = given
        buffer.stamp = stamp
        if core.state.withLock({ $0.loops }), let end = pictureEnd {
            // Audio longer than the video would delay the next repetition.
            let room = buffer.format.frames(in: end - buffer.stamp.time)
            guard room > 0 else { return }
            if room < buffer.frames { buffer.samples.removeLast((buffer.frames - room) * buffer.format.channels) }
        }
        timer.advance(by: buffer.format.duration(of: buffer.frames))
        let end = timer.end
        delivered = end
        let plan = plan
        core.state.withLock { state in
            guard state.run == plan.run else { return }
            state.audio.noteDelivered(until: end, generation: plan.generation)
        }
        recent.append(buffer, speed: speed.speed)
        feed(buffer)
        give()
    }

    /// Makes audible samples from the medium's: the stretcher changes their speed.
    private mutating func feed(_ given: AudioBuffer) {
        var buffer = given
        buffer.stamp.epoch = epoch
        guard speed.speed != 1 else { return ready.append(buffer) }
        if stretch?.isFollowed(by: buffer) == false { finishStretch() }
        if stretch == nil {
            stretch = AudioStretch(speed: speed.speed, format: buffer.format, start: buffer.stamp)
        }
        if let made = stretch?.take(buffer) { ready.append(made) }
    }

    private mutating func finishStretch() {
        if let rest = stretch?.finish() { ready.append(rest) }
        stretch = nil
    }

    /// Hands the ready buffers to the renderer, as fast as it takes them.
    private mutating func give() {
        while !isAbandoned, let buffer = ready.first {
            let taken = core.deliver(buffer, of: plan)
            if taken >= buffer.frames {
                ready.removeFirst()
            } else {
                ready[0] = buffer.dropFirst(taken)
                if let speed = core.takeSoundSpeed() { adopt(speed) } else { isAbandoned = true }
            }
        }
        if isComplete, !isAbandoned { renderer.finish(epoch) }
    }
}
