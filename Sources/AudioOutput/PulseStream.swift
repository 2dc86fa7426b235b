import CPulse
import Glibc
import OrielMedia
import OrielPlatform
import Synchronization

/// One playback stream at the server (`pa_stream`). Sound thread only.
///
/// It is written some way ahead, so that the process may be late and wakes seldom. What was written and not heard yet is
/// written anew where it must sound otherwise: the server takes back what it mixed already (a `pa_stream_write` behind what it
/// has read rewinds the device).
final class PulseStream {
    /// How far ahead the server is written to.
    private static let ahead = Duration.milliseconds(200)
    /// What is written anew begins so far behind what is heard.
    static let rewriteMargin = Duration.milliseconds(12)
    /// What begins or ends in the middle is faded.
    static let fade = Duration.milliseconds(10)
    /// Between two looks at the device's time: often at first, then seldom.
    private static let firstLook = Duration.milliseconds(20)
    private static let lastLook = Duration.seconds(1)
    /// How much later than by its latency a device may begin, and from where on it is another stretch that is heard.
    private static let firstSilence = Duration.milliseconds(300)
    private static let hopeless = Duration.seconds(5)
    /// Time that went on without it by more than this.
    private static let stale = Duration.milliseconds(100)

    private unowned let sink: PulseSink
    let pulse: oriel_pulse
    let ring: AudioRing
    private let core: AudioCore
    let stream: OpaquePointer
    let frameBytes: Int
    private var questions: PulseQuestions

    /// The server takes samples.
    var isReady = false
    private(set) var isCorked = true
    /// The player runs.
    private var isRunning = false
    /// The server's index of what is written next; nil while a flush makes it unknown.
    private(set) var end: Int? = 0
    private(set) var map = StreamMap()
    var ramp = GainRamp(1)
    private var epoch = 0
    /// What the server has room for.
    private var writable = 0
    private var lookTime: Duration?
    private var lookInterval = PulseStream.firstLook
    private var isLooking = false
    private var isSuspended = false
    /// What waits may be late: it is held against the player's clock before more is written.
    private var isBehind = true
    /// What the player's clock read when the stream was halted.
    private var haltedAt: Duration?
    /// The same, whatever became of what the server had.
    private var stoppedAt: Duration?
    /// The player's speed when the server's part was dropped last.
    private var speed = 1.0
    /// What comes next is to be heard in step with a clock that runs already: at another speed.
    private var isJoining = false
    /// When what is void has faded away, so that the server's part can be dropped.
    var dropTime: Duration?

    /// When it has something to do by itself.
    var wakeTime: Duration? { [dropTime, isCorked || isLooking ? nil : lookTime].compactMap(\.self).min() }

    init?(_ sink: PulseSink, _ context: OpaquePointer) {
        self.sink = sink
        pulse = sink.pulse
        questions = PulseQuestions(sink.pulse)
        ring = sink.ring
        core = sink.core
        frameBytes = MemoryLayout<Float>.size * ring.format.channels
        var specification = pa_sample_spec(
            format: PA_SAMPLE_FLOAT32LE, rate: UInt32(ring.format.rate), channels: UInt8(ring.format.channels))
        var map = pa_channel_map(channels: ring.format.channels)
        let properties = sink.pulse.proplist_new()
        _ = sink.pulse.proplist_sets(properties, "media.role", "video")
        _ = sink.pulse.proplist_sets(properties, "media.name", "Playback")
        guard
            let stream = sink.pulse.stream_new_with_proplist(context, "Playback", &specification, &map, properties)
        else {
            if let properties { sink.pulse.proplist_free(properties) }
            return nil
        }
        if let properties { sink.pulse.proplist_free(properties) }
        self.stream = stream
        ramp = GainRamp(core.gain.withLock { $0.gain })
        let opaque = Unmanaged.passUnretained(self).toOpaque()
        pulse.stream_set_state_callback(stream, { _, opaque in PulseStream.of(opaque)?.stateChanged() }, opaque)
        pulse.stream_set_write_callback(
            stream, { _, bytes, opaque in PulseStream.of(opaque)?.serverWants(bytes) }, opaque)
        pulse.stream_set_underflow_callback(stream, { _, opaque in PulseStream.of(opaque)?.ranDry() }, opaque)
        pulse.stream_set_suspended_callback(
            stream, { _, opaque in PulseStream.of(opaque)?.suspensionChanged() }, opaque)
        let bytes = UInt32(ring.format.frames(in: Self.ahead) * frameBytes)
        var attributes = pa_buffer_attr(
            maxlength: ORIEL_PULSE_DEFAULT, tlength: bytes, prebuf: UInt32(frameBytes), minreq: bytes / 4,
            fragsize: ORIEL_PULSE_DEFAULT)
        let flags =
            PA_STREAM_START_CORKED.rawValue | PA_STREAM_INTERPOLATE_TIMING.rawValue
            | PA_STREAM_NOT_MONOTONIC.rawValue | PA_STREAM_ADJUST_LATENCY.rawValue
        guard
            pulse.stream_connect_playback(stream, nil, &attributes, pa_stream_flags(rawValue: flags), nil, nil) >= 0
        else {
            pulse.stream_unref(stream)
            return nil
        }
    }

    private static func of(_ opaque: UnsafeMutableRawPointer?) -> PulseStream? {
        opaque.map { Unmanaged<PulseStream>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Ends it. Nothing is called afterwards: libpulse would still hand a question's answer to it, so open questions are cancelled.
    func close() {
        isReady = false
        questions.cancelAll()
        pulse.stream_set_state_callback(stream, nil, nil)
        pulse.stream_set_write_callback(stream, nil, nil)
        pulse.stream_set_underflow_callback(stream, nil, nil)
        pulse.stream_set_suspended_callback(stream, nil, nil)
        _ = pulse.stream_disconnect(stream)
        pulse.stream_unref(stream)
    }

    private func stateChanged() {
        switch pulse.stream_get_state(stream) {
        case PA_STREAM_READY:
            isReady = true
            epoch = core.epoch.load(ordering: .acquiring)
            core.device.withLock { $0 = pulse.stream_get_device_name(stream).map { String(cString: $0) } }
            sink.streamIsReady()
        case PA_STREAM_FAILED, PA_STREAM_TERMINATED: sink.lose()
        default: break
        }
    }

    private func suspensionChanged() {
        isSuspended = pulse.stream_is_suspended(stream) > 0
        if isSuspended { core.report.withLock { $0 = nil } }
    }

    // MARK: Samples

    /// The server's request. Here nothing waits and nothing is allocated by us.
    private func serverWants(_ bytes: Int) {
        writable = bytes / frameBytes
        if mayFill { fill() }
    }

    /// What is late is looked for first; halted, nothing is.
    private var mayFill: Bool { !isBehind || !isRunning }

    /// Writes what waits, as far as the server has room.
    private func fill() {
        guard isReady, var next = end else { return }
        if map.lastStart == nil { ramp.rise(at: ring.head, within: ring.format.frames(in: Self.fade)) }
        while writable > 0 {
            let count = min(writable, ring.waiting)
            guard count > 0 else { break }
            let written = write(ring.head..<ring.head + count, back: 0)
            guard written > 0 else { break }
            map.note(stream: next, ring: ring.head)
            ring.advance(written)
            next += written
            writable -= written
        }
        end = next
        if writable > 0 {
            core.isStarved.store(true, ordering: .sequentiallyConsistent)
            // What came before that was seen.
            if ring.waiting > 0 { core.control.signal() }
        }
        core.noteTaken(ring)
    }

    /// Writes frames of the ring behind what was written, or `back` frames before that; answers how many libpulse took.
    func write(_ frames: Range<Int>, back: Int) -> Int {
        var buffer: UnsafeMutableRawPointer?
        var bytes = frames.count * frameBytes
        guard pulse.stream_begin_write(stream, &buffer, &bytes) >= 0, let buffer else { return 0 }
        let count = min(frames.count, bytes / frameBytes)
        guard count > 0 else {
            _ = pulse.stream_cancel_write(stream)
            return 0
        }
        let samples = buffer.assumingMemoryBound(to: Float.self)
        ring.copy(frames.lowerBound..<frames.lowerBound + count, to: samples)
        ramp.apply(to: samples, frames: count, channels: ring.format.channels, from: frames.lowerBound)
        let status = pulse.stream_write(
            stream, buffer, count * frameBytes, nil, Int64(-back * frameBytes), PA_SEEK_RELATIVE)
        return status >= 0 ? count : 0
    }

    /// The device had nothing to play.
    private func ranDry() {
        guard !isCorked, !isBehind, end != nil else { return }
        core.underruns.wrappingAdd(1, ordering: .relaxed)
        core.report.withLock { $0 = nil }
        lookInterval = Self.firstLook
        isBehind = true
    }

    // MARK: What the player wants

    /// After each event of the loop.
    func turn(at now: Duration, isRunning: Bool) {
        let wantedEpoch = core.epoch.load(ordering: .acquiring)
        if wantedEpoch != epoch {
            epoch = wantedEpoch
            let isFading = self.isRunning && fadeOut()
            ring.skip(before: epoch)
            let speed = core.clock.withLock { $0.speed }
            isJoining = isRunning && self.isRunning && speed != self.speed
            self.speed = speed
            if isFading {
                void()
                dropTime = now + Self.rewriteMargin + Self.fade
            } else if dropTime == nil {
                flush()
            }
        }
        if let dropTime, now >= dropTime { flush() }
        ring.skip(before: epoch)
        if self.isRunning, !isRunning {
            stoppedAt = core.clock.withLock { $0.mediaTime(at: now) }
            if dropTime == nil { fadeAway(at: now) }
        }
        self.isRunning = isRunning
        if isRunning, let haltedAt {
            // Time went on without it: what the server kept is of before.
            let distance = core.clock.withLock { $0.mediaTime(at: now) } - haltedAt
            self.haltedAt = nil
            if distance > Self.stale || distance < .zero - Self.stale { flush() }
        }
        if isBehind, isRunning, end != nil { catchUp(at: now) }
        if !isRunning, !isCorked, dropTime == nil {
            haltedAt = stoppedAt
            cork(true, at: now)
        }
        let (gain, length) = core.gain.withLock { $0 }
        if gain != ramp.target { setGain(gain, within: length) }
        if writable > 0, mayFill { fill() }
        // Not before there is something: a device that has silence ahead would play that first.
        if isRunning, isCorked, end != nil, map.lastStart != nil { cork(false, at: now) }
        if let lookTime, now >= lookTime, !isCorked, !isLooking { look() }
    }

    /// Passes over what is late by the player's clock.
    private func catchUp(at now: Duration) {
        let heard = now + (isJoining ? latency : .zero)
        ring.skip(to: core.clock.withLock { $0.mediaTime(at: heard) })
        guard ring.waiting == 0 else {
            isJoining = false
            return isBehind = false
        }
        core.isStarved.store(true, ordering: .sequentiallyConsistent)
        if ring.waiting > 0 { core.control.signal() }
        core.noteTaken(ring)
    }

    private func cork(_ isCorked: Bool, at now: Duration) {
        self.isCorked = isCorked
        release(pulse.stream_cork(stream, isCorked ? 1 : 0, nil, nil))
        core.report.withLock { $0 = nil }
        lookInterval = Self.firstLook
        lookTime = isCorked ? nil : now + lookInterval
    }

    /// Whether all that the server had was heard, or is void.
    var isPlayedOut: Bool {
        guard dropTime == nil, let end else { return false }
        guard map.lastStart != nil else { return true }
        return heardFrame().map { $0.frame >= end } ?? false
    }

    /// What the server has counts no more.
    func void() {
        end = nil
        map.clear()
        isBehind = true
        haltedAt = nil
        core.report.withLock { $0 = nil }
    }

    /// Drops what the server has. Its index is known again once it has answered.
    private func flush() {
        dropTime = nil
        void()
        release(pulse.stream_flush(stream, nil, nil))
        let operation = pulse.stream_update_timing_info(
            stream,
            { _, success, opaque in
                guard let stream = PulseStream.of(opaque) else { return }
                success != 0 ? stream.flushed() : stream.flush()
            }, Unmanaged.passUnretained(self).toOpaque())
        keep(operation)
    }

    private func flushed() {
        guard let timing = pulse.stream_get_timing_info(stream)?.pointee else { return }
        end = Int(max(timing.write_index, timing.read_index)) / frameBytes
        writable = max(0, pulse.stream_writable_size(stream)) / frameBytes
        lookInterval = Self.firstLook
        lookTime = MonotonicClock.now + lookInterval
        turn(at: MonotonicClock.now, isRunning: isRunning)
    }

    /// From now on with another gain, also what the server has and nobody has heard.
    private func setGain(_ gain: Float, within length: Duration) {
        let frames = ring.format.frames(in: length)
        guard let end, let heard = heardFrame()?.frame, let lastStart = map.lastStart else {
            return ramp.set(gain, at: ring.head, within: frames)
        }
        let margin = ring.format.frames(in: Self.rewriteMargin)
        let first = min(end, max(heard + margin, lastStart))
        guard let from = map.ring(of: first)?.frame, from >= ring.oldest, from <= ring.head else {
            return ramp.set(gain, at: ring.head, within: frames)
        }
        ramp.set(gain, at: from, within: frames)
        var frame = from
        var back = end - first
        while frame < ring.head {
            let count = write(frame..<ring.head, back: back)
            guard count > 0 else { break }
            frame += count
            back = 0
        }
    }

    // MARK: The device's time

    /// Asks the server where it is.
    private func look() {
        isLooking = true
        let operation = pulse.stream_update_timing_info(
            stream,
            { _, success, opaque in
                guard let stream = PulseStream.of(opaque) else { return }
                stream.isLooking = false
                if success != 0 { stream.report() }
            }, Unmanaged.passUnretained(self).toOpaque())
        if operation == nil { isLooking = false }
        keep(operation)
    }

    /// Which frame of the stream is heard now, by what the server said last.
    func heardFrame() -> (frame: Int, host: Duration, latency: Duration)? {
        guard let timing = pulse.stream_get_timing_info(stream)?.pointee, timing.read_index_corrupt == 0 else {
            return nil
        }
        var wall = timeval()
        gettimeofday(&wall, nil)
        let age = Duration.microseconds(
            Int64(wall.tv_sec - timing.timestamp.tv_sec) * 1_000_000 + Int64(wall.tv_usec - timing.timestamp.tv_usec))
        // A wall clock that was set meanwhile says nothing.
        guard age >= .zero, age < .seconds(5) else { return nil }
        let device = Duration.microseconds(Int64(timing.sink_usec))
        let then = Int(timing.read_index) / frameBytes - ring.format.frames(in: device)
        let now = MonotonicClock.now
        return (then + (isCorked ? 0 : ring.format.frames(in: age)), now, device)
    }

    /// How much later something is heard that is written now.
    private var latency: Duration {
        guard let end, let heard = heardFrame() else { return .zero }
        return min(max(.zero, ring.format.duration(of: end - heard.frame)), .seconds(1))
    }

    private func report() {
        let now = MonotonicClock.now
        lookTime = now + lookInterval
        lookInterval = min(lookInterval * 2, Self.lastLook)
        guard !isCorked, !isSuspended, let end, let heard = heardFrame(), heard.frame < end,
            let place = map.ring(of: heard.frame), let stamp = ring.stamp(at: place.frame), stamp.epoch >= epoch
        else { return }
        let latency = ring.format.duration(of: end - heard.frame)
        // A device that had much silence ahead played that first. What was to be heard meanwhile is passed over, where that
        // gains more than a device's own latency.
        let clock = core.clock.withLock { $0 }
        let lateness = (clock.mediaTime(at: heard.host) - stamp.time) / max(stamp.speed, 0.01)
        if lateness > latency + Self.firstSilence, lateness < Self.hopeless { return flush() }
        core.report.withLock { $0 = DeviceReport(stamp: stamp, host: heard.host, latency: latency) }
        core.news.signal()
    }

    private func release(_ operation: OpaquePointer?) { if let operation { pulse.operation_unref(operation) } }

    /// Keeps an operation whose answer comes to this object.
    private func keep(_ operation: OpaquePointer?) { if let operation { questions.add(operation) } }
}
