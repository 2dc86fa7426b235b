import CFFmpeg
import DequeModule
import Logging
import OrielMedia
import OrielPlatform

/// The decode thread of the sound: packets in, samples in one piece out, at the speed that is wanted. It begins where the first
/// picture of a run is, since the clock does, and waits for that; what comes before is passed over.
struct AudioLoop {
    /// Decoders need some packets before the first that is heard.
    static let preroll = Duration.milliseconds(200)
    /// What is delivered at once at most, of silence.
    private static let stretch = Duration.milliseconds(100)
    /// Sound that is kept is ahead of the picture by no more.
    private static let kept = Duration.seconds(5)

    private static let logger = Logger(label: "oriel")

    private let core: PipelineCore
    private let renderer: any AudioRenderer
    /// Nil where no sound is played.
    private var decoder: AudioDecoder?
    /// Made with the first track; what the others have is made the same.
    private var converter: AudioConverter?
    private var timer = AudioTimer(hasDiscontinuities: false)
    private let frame: UnsafeMutablePointer<AVFrame>
    private var plan = SeekPlan(approach: .stay)
    private var hasStarted = false
    private var isAbandoned = false
    /// Until where sound was decoded that is heard, of whatever run.
    private var delivered: Duration?
    private var speed: SoundSpeed
    /// Of what is delivered: the newest that a run, a speed or a track brought. Turns of a loop bring none.
    private var epoch = 0
    /// What is being made of the medium's sound; nil at speed 1, and before the first of it.
    private var stretch: SoundStretch?
    /// What is ready, oldest first.
    private var ready: Deque<AudioBuffer> = []
    private var recent = RecentSound()
    /// The run's sound was decoded to its end.
    private var isComplete = false
    private var watch = StreamWatch("")

    /// The thread's body.
    static func run(core: PipelineCore, renderer: any AudioRenderer) {
        guard let frame = av_frame_alloc() else { return }
        defer {
            var frame: UnsafeMutablePointer<AVFrame>? = frame
            av_frame_free(&frame)
        }
        var loop = AudioLoop(core, renderer, frame)
        while let item = core.nextItem(.audio) { loop.handle(item) }
    }

    private init(_ core: PipelineCore, _ renderer: any AudioRenderer, _ frame: UnsafeMutablePointer<AVFrame>) {
        self.core = core
        self.renderer = renderer
        self.frame = frame
        speed = core.state.withLock { $0.soundSpeed }
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
            // The pictures' turn is what a turn is.
            if let end = decoder?.track.pictureEnd { deliverSilence(until: end) }
            finishStretch()
            guard core.isCurrent(next) else { return }
            plan = next
            decoder?.flush()
            converter?.reset()
            start(at: core.state.withLock { $0.firstPicture } ?? .zero)
        case .end:
            drain()
            if core.state.withLock({ $0.isFollowed && !$0.isSoundOnly }), let end = decoder?.track.pictureEnd {
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
        // What was delivered in an epoch before was taken back, which a run may have done that was over before it was heard of.
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

    /// What was decoded is void.
    private mutating func forget() {
        delivered = nil
        stretch = nil
        ready = []
        recent.clear()
    }

    /// Another track, or none.
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
                    rate: Int(decoder.track.parameters.pointee.sample_rate), channels: decoder.track.info.channels))
        }
        converter?.reset()
        timer = AudioTimer(hasDiscontinuities: decoder.track.hasDiscontinuities)
        guard let plan = wanted.plan else { return }
        self.plan = plan
        if let position = wanted.position { start(at: position) }
    }

    /// A track that can't be decoded is silent.
    private func opened(_ track: AudioTrack) -> AudioDecoder? {
        do throws(MediaError) { return try AudioDecoder(track) } catch {
            Self.logger.warning("\(error)")
            return nil
        }
    }

    /// Another speed: what was made of the sound and not heard is made anew.
    private mutating func adopt(_ speed: SoundSpeed) {
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
        // Of sound nothing tells what it has become.
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

    /// Takes all that is ready; answers how many frames.
    @discardableResult
    private mutating func receive() -> Int {
        guard let decoder, let converter else { return 0 }
        var count = 0
        while !isAbandoned {
            let code = decoder.receive(frame)
            guard code >= 0 else {
                if code != ORIEL_AVERROR_EAGAIN && code != ORIEL_AVERROR_EOF { noteRefusal() }
                break
            }
            count += 1
            let time = decoder.time(of: frame.pointee)
            // libavformat counts on by the rate that the stream began with.
            let isVague = frame.pointee.sample_rate != decoder.track.parameters.pointee.sample_rate
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
            // A loop's turn is over.
            guard timer.end > before else { return }
        }
    }

    private mutating func deliver(_ given: AudioBuffer) {
        guard !isAbandoned else { return }
        var buffer = given
        buffer.stamp = stamp
        if core.state.withLock({ $0.loops }), let end = decoder?.track.pictureEnd {
            // What is longer than the pictures would push the next turn's back.
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
            state.soundEnd = end
            state.soundGeneration = plan.generation
        }
        recent.append(buffer, speed: speed.speed)
        feed(buffer)
        give()
    }

    /// Makes of the medium's sound what is heard of it.
    private mutating func feed(_ given: AudioBuffer) {
        var buffer = given
        buffer.stamp.epoch = epoch
        guard speed.speed != 1 else { return ready.append(buffer) }
        if stretch?.isFollowed(by: buffer) == false { finishStretch() }
        if stretch == nil {
            stretch = SoundStretch(speed: speed.speed, format: buffer.format, start: buffer.stamp)
        }
        if let made = stretch?.take(buffer) { ready.append(made) }
    }

    private mutating func finishStretch() {
        if let rest = stretch?.finish() { ready.append(rest) }
        stretch = nil
    }

    /// Gives what is ready away, as fast as it is taken.
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
