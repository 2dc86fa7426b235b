import Logging
package import OrielMedia
package import OrielPlatform
import Synchronization

/// A player's way to the sound device: takes decoded sound from one thread, plays it on a thread of its own, and tells which
/// of it is heard. It starts nothing before the first sound comes.
///
/// What is said here takes effect at once, also on sound that was given to the server before: that is flushed, corked, or
/// written anew with another gain.
package final class AudioOutput: Sendable {
    /// What may differ while it plays.
    package struct Facts: Hashable, Sendable {
        /// What the sound goes to, once there is any.
        package var sink: AudioSink
        /// The device's name at the server.
        package var device: String?
        /// Times that the device ran out of sound while playing.
        package var underruns: Int
        /// Whether a server takes the sound.
        package var isConnected: Bool
    }

    /// Signalled when there is room for one that `requestRoom` told to wait. Whoever waits may be woken for other reasons.
    package let roomWakeup: Wakeup
    private let core: AudioCore
    private let wanted: AudioSink
    private let server: String?
    private let thread = Mutex<NamedThread?>(nil)

    /// - Parameters:
    ///   - news: signalled when there is a report, or the device came or went; without a device, twice a second.
    ///   - server: the server's address; nil for the user's own (`PULSE_SERVER`, the session's).
    package init(_ sink: AudioSink, server: String? = nil, news: Wakeup) throws(PlatformError) {
        roomWakeup = try Wakeup()
        core = try AudioCore(news: news, room: roomWakeup)
        wanted = sink
        self.server = server
    }

    deinit { close() }

    // MARK: The decode thread

    /// The form in which a medium's sound is wanted; begins to play. Before the first sound of each. Surround waits for the server to
    /// say what its device has, for half a second at most. What has another form than that before it is played once that was heard
    /// to its end.
    /// - Parameters:
    ///   - rate: the medium's, which the device may have as well.
    ///   - channels: the medium's.
    package func prepare(rate: Int, channels: Int) -> AudioFormat {
        let (sink, reason) = wanted.choice
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
        core.sink.store(sink.number, ordering: .relaxed)
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

    /// How many channels are given to a device: 5.1 and 7.1 where it has as many, else what two ears hear.
    /// - Parameters:
    ///   - medium: the medium's channels.
    ///   - device: the device's; nil where nobody knows.
    package static func channels(for medium: Int, device: Int?) -> Int {
        guard let device, medium > 2 else { return 2 }
        if medium > 6, device >= 8 { return 8 }
        return device >= 6 ? 6 : 2
    }

    /// Takes as much as there is room for, from the `offset`th frame on.
    /// - Returns: how many frames were taken.
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

    /// Signals `roomWakeup` once there is room for more than a little.
    package func requestRoom() {
        core.wantsRoom.store(true, ordering: .sequentiallyConsistent)
        // What was freed before the wish was seen.
        if core.nextFormat == nil, let ring = core.ring, ring.room >= ring.capacity / 4 { core.tellRoom() }
    }

    // MARK: Any thread

    /// Sound of epochs before this one is not to be heard any more.
    package func flush(before epoch: Int) {
        core.epoch.store(epoch, ordering: .releasing)
        core.control.signal()
    }

    // MARK: The player's thread

    /// Plays, or goes on doing so, by this clock: what comes late for it is passed over.
    package func run(_ clock: PlaybackClock) {
        let hasNewSpeed = core.clock.withLock { present in
            defer { present = clock }
            return present.speed != clock.speed
        }
        if hasNewSpeed { core.control.signal() }
        if !core.isRunning.exchange(true, ordering: .acquiringAndReleasing) { core.control.signal() }
    }

    /// Falls silent at once and keeps what waits. Nothing wakes anyone until `run`.
    package func halt() {
        if core.isRunning.exchange(false, ordering: .acquiringAndReleasing) { core.control.signal() }
        core.report.withLock { $0 = nil }
    }

    /// The gain of all samples, 1 for what they are.
    /// - Parameter ramp: how long the way there takes.
    package func setGain(_ gain: Float, ramp: Duration = .milliseconds(10)) {
        core.gain.withLock { $0 = (gain, ramp) }
        core.control.signal()
    }

    /// What the device said last; each report once.
    package func takeReport() -> DeviceReport? {
        core.report.withLock { report in
            defer { report = nil }
            return report
        }
    }

    /// Whether a device has the sound, so that its time counts.
    package var isConnected: Bool { core.isConnected.load(ordering: .acquiring) }

    /// Frames that wait to be played.
    package var waitingFrames: Int { core.ring?.waiting ?? 0 }

    /// What there is to tell of it.
    package var facts: Facts {
        Facts(
            sink: AudioSink(number: core.sink.load(ordering: .relaxed)) ?? wanted,
            device: core.device.withLock { $0 }, underruns: core.underruns.load(ordering: .relaxed),
            isConnected: isConnected)
    }

    /// Ends its thread once the sound has faded out. A thread that libpulse holds up for longer than `patience` ends later, by itself:
    /// it has all that it uses.
    package func close() {
        core.closing.store(true, ordering: .sequentiallyConsistent)
        core.control.signal()
        thread.withLock { thread in
            if thread?.join(within: Self.patience) == false { core.log.info("the sound server holds its thread up") }
            thread = nil
        }
    }

    /// The longest wait for the thread's end. A fade takes 22 ms.
    private static let patience = Duration.milliseconds(500)
}

extension AudioSink {
    /// For an atomic.
    var number: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    init?(number: Int) {
        guard Self.allCases.indices.contains(number) else { return nil }
        self = Self.allCases[number]
    }
}
