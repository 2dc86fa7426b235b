import Logging
package import OrielMedia
package import OrielPlatform
import Synchronization

/// A player's audio output: plays decoded audio on a separate thread and reports the heard position. Nothing is
/// started before the first audio.
///
/// Commands take effect at once, also on audio that the server has: it is flushed, corked, or rewritten with another
/// gain.
package final class AudioOutput: Sendable {
    /// Facts that may change during playback.
    package struct Facts: Hashable, Sendable {
        /// The sink in use, once there is audio; before, the requested one.
        package var sink: AudioSink
        /// Name of the device at the server; nil if unknown.
        package var device: String?
        /// Number of times that the device ran out of audio while playing.
        package var underruns: Int
        /// Whether a server takes the audio.
        package var isConnected: Bool
    }

    /// Signalled when there is room after `requestRoom`. A waiting thread may also be woken without reason.
    package let roomWakeup: Wakeup
    private let core: AudioCore
    private let wanted: AudioSink
    private let server: String?
    private let thread = Mutex<NamedThread?>(nil)

    /// Makes an output without a device.
    /// - Parameters:
    ///   - news: signalled when there is a report, or the device appears or disappears; without a device, twice a
    ///     second.
    ///   - server: address of the server; nil for the user's own (`PULSE_SERVER`, or the session's).
    /// - Throws: if the system refuses a descriptor.
    package init(_ sink: AudioSink, server: String? = nil, news: Wakeup) throws(PlatformError) {
        roomWakeup = try Wakeup()
        core = try AudioCore(news: news, room: roomWakeup)
        wanted = sink
        self.server = server
    }

    deinit { close() }

    // MARK: The decode thread

    /// Returns the format in which a medium's audio is wanted, and starts the sound thread. Called before each medium's
    /// first audio.
    ///
    /// For surround, waits for the server's answer about its device, at most half a second. Audio in another format
    /// than before is played after the earlier audio has ended.
    /// - Parameters:
    ///   - rate: the medium's samples per second, which the device may use as well.
    ///   - channels: the medium's number of channels.
    package func prepare(rate: Int, channels: Int) -> AudioFormat {
        let (sink, reason) = wanted.choice
        if sink != .pulse, wanted != sink { core.lacksDevice.store(true, ordering: .releasing) }
        var device: Int?
        if channels > 2, sink == .pulse {
            device = SoundServerProbe.channels(server: server, within: .milliseconds(500))
        }
        let format = AudioFormat(
            rate: min(max(rate, 8000), 192_000), channels: Self.channels(for: channels, device: device))
        guard core.ring == nil else { return format }
        let ring = AudioRing(format)
        core.install(ring)
        core.log.info("sound goes to \(sink.rawValue), \(reason), in \(format.channels) channels")
        core.sink.withLock { $0 = sink }
        let core = core
        let server = server
        thread.withLock { thread in
            guard thread == nil, !core.isClosing else { return }
            do throws(PlatformError) {
                thread = try NamedThread("oriel-sound") {
                    if sink == .pulse, let functions = PulseLibrary.functions {
                        PulseSink(functions, server: server, ring: ring, core: core).run()
                    } else {
                        var sink = NullSink(ring: ring, core: core)
                        sink.run()
                    }
                }
            } catch { core.log.warning("no sound: \(error)") }
        }
        return format
    }

    /// Number of channels for a device: 5.1 or 7.1 if it has as many, otherwise stereo.
    /// - Parameters:
    ///   - medium: the medium's number of channels.
    ///   - device: the device's number; nil if unknown.
    package static func channels(for medium: Int, device: Int?) -> Int {
        guard let device, medium > 2 else { return 2 }
        if medium > 6, device >= 8 { return 8 }
        return device >= 6 ? 6 : 2
    }

    /// Takes as much as there is room for, from the frame `offset` on.
    /// - Returns: the number of frames taken.
    package func enqueue(_ buffer: AudioBuffer, from offset: Int) -> Int {
        guard let ring = core.ring, offset < buffer.frames else { return 0 }
        guard buffer.format == ring.format else {
            core.expect(buffer.format)
            return 0
        }
        core.expect(nil)
        var stamp = buffer.stamp
        stamp.time += buffer.format.duration(of: offset) * stamp.speed
        let taken = buffer.samples.withUnsafeBufferPointer { samples in
            ring.write(UnsafeBufferPointer(rebasing: samples[(offset * buffer.format.channels)...]), stamp)
        }
        if taken > 0, core.isStarved.exchange(false, ordering: .acquiringAndReleasing) { core.control.signal() }
        return taken
    }

    /// Requests a signal of `roomWakeup` once there is room for more than a few frames.
    package func requestRoom() {
        core.wantsRoom.store(true, ordering: .sequentiallyConsistent)
        // Room may have been freed before the request was visible.
        if core.nextFormat == nil, let ring = core.ring, ring.room >= ring.capacity / 4 { core.tellRoom() }
    }

    // MARK: Any thread

    /// Discards audio of epochs before this one.
    package func flush(before epoch: Int) {
        core.epoch.store(epoch, ordering: .releasing)
        core.control.signal()
    }

    // MARK: The player's thread

    /// Plays by a clock, or follows a changed one: audio that is late for it is skipped.
    /// - Parameter generation: the generation that the clock's time belongs to. Audio of later ones is never late.
    package func run(_ clock: PlaybackClock, generation: Int) {
        let hasNewSpeed = core.clock.withLock { present in
            defer { present = RunningClock(clock, generation: generation) }
            return present.speed != clock.speed
        }
        if hasNewSpeed { core.control.signal() }
        if !core.isRunning.exchange(true, ordering: .acquiringAndReleasing) { core.control.signal() }
    }

    /// Falls silent at once and keeps the queued audio. Nothing is woken until `run`.
    package func halt() {
        if core.isRunning.exchange(false, ordering: .acquiringAndReleasing) { core.control.signal() }
        core.report.withLock { $0 = nil }
    }

    /// Sets the gain of all samples; 1 leaves them unchanged.
    /// - Parameter ramp: duration of the change.
    package func setGain(_ gain: Float, ramp: Duration = .milliseconds(10)) {
        core.gain.withLock { $0 = (gain, ramp) }
        core.control.signal()
    }

    /// Takes the last report of the device; nil if there is none since the last call.
    package func takeReport() -> DeviceReport? {
        core.report.withLock { report in
            defer { report = nil }
            return report
        }
    }

    /// Whether a device plays the audio, so that its time is authoritative.
    package var isConnected: Bool { core.isConnected.load(ordering: .acquiring) }

    /// Whether audio is to be heard and no device plays it, because the sound server can't be used.
    package var lacksDevice: Bool { core.lacksDevice.load(ordering: .acquiring) }

    /// Number of frames waiting to be played.
    package var waitingFrames: Int { core.ring?.waiting ?? 0 }

    /// The present facts.
    package var facts: Facts {
        Facts(
            sink: core.sink.withLock { $0 } ?? wanted, device: core.device.withLock { $0 },
            underruns: core.underruns.load(ordering: .relaxed), isConnected: isConnected)
    }

    /// Ends the sound thread after a fade-out. A thread that libpulse blocks for longer than `patience` ends later, by
    /// itself: it owns all that it uses.
    package func close() {
        core.closing.store(true, ordering: .sequentiallyConsistent)
        core.control.signal()
        thread.withLock { thread in
            if thread?.join(within: Self.patience) == false { core.log.info("the sound server blocks its thread") }
            thread = nil
        }
    }

    /// Longest wait for the thread's end. A fade-out takes 22 ms.
    private static let patience = Duration.milliseconds(500)
}
