import CPulse
import Glibc
import OrielMedia
import OrielPlatform
import Synchronization

/// A playback stream at the server (`pa_stream`). Sound thread only.
///
/// It is written some way ahead, so that the process may be late and wakes seldom. Audio that was written but not heard
/// is rewritten when it has to change: a `pa_stream_write` behind the server's read position makes it rewind the
/// device.
///
/// `turn` runs after each event of the loop and applies the player's wishes in order: it flushes an obsolete epoch
/// after a fade-out, follows run and halt, skips late audio (`catchUp`), corks on a halt, applies the gain, fills the
/// server's buffer, uncorks, and requests the device's time.
final class PulseStream {
    /// Duration that is written ahead.
    private static let ahead = Duration.milliseconds(200)
    /// Distance behind the heard position at which rewriting begins.
    static let rewriteMargin = Duration.milliseconds(12)
    /// Length of a fade where audio begins or ends in the middle.
    static let fade = Duration.milliseconds(10)
    /// Interval between requests of the device's time: short at first, then growing.
    private static let firstLook = Duration.milliseconds(20)
    private static let lastLook = Duration.seconds(1)
    /// Lateness, beyond the latency, after which audio is skipped, and after which it belongs to another stretch.
    private static let firstSilence = Duration.milliseconds(300)
    private static let hopeless = Duration.seconds(5)
    /// Change of the player's time during a halt after which the server's audio is obsolete.
    private static let stale = Duration.milliseconds(100)

    private unowned let sink: PulseSink
    let pulse: oriel_pulse
    let ring: AudioRing
    private let core: AudioCore
    let stream: OpaquePointer
    let frameBytes: Int
    private var questions: PulseQuestions

    /// Whether the server accepts samples.
    var isReady = false
    private(set) var isCorked = true
    /// Whether the player runs.
    private var isRunning = false
    /// Index of the next written frame at the server; nil while a flush makes it unknown.
    private(set) var end: Int? = 0
    private(set) var map = StreamMap()
    var ramp = GainRamp(1)
    private var epoch = 0
    /// Number of frames that the server has room for.
    private var writable = 0
    private var lookTime: Duration?
    private var lookInterval = PulseStream.firstLook
    private var isLooking = false
    private var isSuspended = false
    /// Whether queued audio may be late and has to be compared with the player's clock before more is written.
    private var isBehind = true
    /// Media time at which the stream was corked for a halt; nil if its audio is obsolete.
    private var haltedAt: Duration?
    /// Media time of the last halt, even if the server's audio was dropped since.
    private var stoppedAt: Duration?
    /// The player's speed when the server's audio was last dropped.
    private var speed = 1.0
    /// Whether the next audio has to join a running clock, after a change of speed.
    private var isJoining = false
    /// Host time at which a fade-out has ended and the server's audio can be dropped; nil without a fade-out.
    var dropTime: Duration?

    /// Host time of the next action without an event; nil if there is none.
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

    /// Ends the stream. Pending operations are cancelled, since libpulse would still call back with their answers.
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

    /// Handles the server's request for samples; neither waits nor allocates.
    private func serverWants(_ bytes: Int) {
        writable = bytes / frameBytes
        if mayFill { fill() }
    }

    /// Late audio has to be skipped before filling, except while halted.
    private var mayFill: Bool { !isBehind || !isRunning }

    /// Writes waiting frames as far as the server has room.
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
            // Samples may have arrived before the flag was visible.
            if ring.waiting > 0 { core.control.signal() }
        }
        core.noteTaken(ring)
    }

    /// Writes frames of the ring after the written ones, or `back` frames before their end. Returns the number that
    /// libpulse took.
    @discardableResult
    func write(_ frames: Range<Int>, back: Int) -> Int {
        put(frames.count, back: back) { samples, done, count in
            let first = frames.lowerBound + done
            ring.copy(first..<first + count, to: samples)
            ramp.apply(to: samples, frames: count, channels: ring.format.channels, from: first)
        }
    }

    /// Writes frames after the written ones, or `back` frames before their end. Returns the number that libpulse took.
    /// - Parameter make: makes `count` frames, after `done` earlier ones.
    func put(
        _ frames: Int, back: Int, _ make: (_ samples: UnsafeMutablePointer<Float>, _ done: Int, _ count: Int) -> Void
    ) -> Int {
        var done = 0
        while done < frames {
            var buffer: UnsafeMutableRawPointer?
            var bytes = (frames - done) * frameBytes
            guard pulse.stream_begin_write(stream, &buffer, &bytes) >= 0, let buffer else { break }
            let count = min(frames - done, bytes / frameBytes)
            guard count > 0 else {
                _ = pulse.stream_cancel_write(stream)
                break
            }
            make(buffer.assumingMemoryBound(to: Float.self), done, count)
            let offset = done == 0 ? Int64(-back * frameBytes) : 0
            guard pulse.stream_write(stream, buffer, count * frameBytes, nil, offset, PA_SEEK_RELATIVE) >= 0 else {
                break
            }
            done += count
        }
        return done
    }

    /// Handles an underrun: the device had nothing to play.
    private func ranDry() {
        guard !isCorked, !isBehind, end != nil else { return }
        core.underruns.wrappingAdd(1, ordering: .relaxed)
        core.report.withLock { $0 = nil }
        lookInterval = Self.firstLook
        isBehind = true
    }

    // MARK: The player's wishes

    /// Applies the player's wishes, after each event of the loop.
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
            // The player's time moved on during the halt, so the server's audio is obsolete.
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
        // Uncorked only once there are samples, since a device would play silence before them.
        if isRunning, isCorked, end != nil, map.lastStart != nil { cork(false, at: now) }
        if let lookTime, now >= lookTime, !isCorked, !isLooking { look() }
    }

    /// Skips audio that is late by the player's clock.
    private func catchUp(at now: Duration) {
        let heard = now + (isJoining ? latency : .zero)
        let clock = core.clock.withLock { $0 }
        ring.skip(to: clock.mediaTime(at: heard), of: clock.generation)
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

    /// Whether all audio at the server was heard or is obsolete.
    var isPlayedOut: Bool {
        guard dropTime == nil, let end else { return false }
        guard map.lastStart != nil else { return true }
        return heardFrame().map { $0.frame >= end } ?? false
    }

    /// Marks the server's audio as obsolete.
    func void() {
        end = nil
        map.clear()
        isBehind = true
        haltedAt = nil
        core.report.withLock { $0 = nil }
    }

    /// Drops the server's audio. The write index is known again once the server has answered.
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

    /// Changes the gain, also of audio at the server that was not heard yet.
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
        write(from..<ring.head, back: end - first)
    }

    // MARK: The device's time

    /// Asks the server for the device's time.
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

    /// Frame of the stream that is heard now, by the server's last answer; nil if unknown.
    func heardFrame() -> (frame: Int, host: Duration)? {
        guard let timing = pulse.stream_get_timing_info(stream)?.pointee, timing.read_index_corrupt == 0 else {
            return nil
        }
        var wall = timeval()
        gettimeofday(&wall, nil)
        let age = Duration.microseconds(
            Int64(wall.tv_sec - timing.timestamp.tv_sec) * 1_000_000 + Int64(wall.tv_usec - timing.timestamp.tv_usec))
        // If the wall clock was set meanwhile, the answer can't be dated.
        guard age >= .zero, age < .seconds(5) else { return nil }
        let latency = Duration.microseconds(Int64(timing.sink_usec))
        let then = Int(timing.read_index) / frameBytes - ring.format.frames(in: latency)
        let now = MonotonicClock.now
        return (then + (isCorked ? 0 : ring.format.frames(in: age)), now)
    }

    /// Time until a frame written now is heard, at most a second.
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
        // A device may have played much silence first. The audio of that time is skipped if that gains more than the
        // device's own latency.
        let clock = core.clock.withLock { $0 }
        let lateness = (clock.mediaTime(at: heard.host) - stamp.time) / max(stamp.speed, 0.01)
        // A later repetition, whose time is less, isn't late.
        if stamp.generation <= clock.generation, lateness > latency + Self.firstSilence, lateness < Self.hopeless {
            return flush()
        }
        core.report.withLock { $0 = DeviceReport(stamp: stamp, host: heard.host) }
        core.news.signal()
    }

    private func release(_ operation: OpaquePointer?) { if let operation { pulse.operation_unref(operation) } }

    /// Keeps an operation that calls back this object.
    private func keep(_ operation: OpaquePointer?) { if let operation { questions.add(operation) } }
}
