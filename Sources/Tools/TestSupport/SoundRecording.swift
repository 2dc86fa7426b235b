import CLinux
import Foundation
import Glibc
import OrielPlatform
import Synchronization
import SystemPackage

/// A recording of a private sound server's sink from its monitor (`parec`): one channel or all, with the host time of
/// each sample.
public final class SoundRecording: Sendable {
    /// Time by which the sink mixes ahead of the output: that of its client with the lowest latency, which is the
    /// recorder. The monitor delivers mixed samples at once, so the earliest packet holds samples heard this much
    /// later.
    private static let ahead = Duration.milliseconds(5)

    /// Samples per second.
    public let rate: Int
    public let channels: Int
    /// Identifiers of the processes between a player and what is recorded: recorder and sound server.
    package let pids: [Int32]
    private let process: ChildProcess
    private let reader: NamedThread
    private let store: Store

    /// State shared between the reading thread and other threads.
    private final class Store: Sendable {
        struct State {
            var samples: [Float] = []
            /// Host time of the first sample, computed from the earliest packet.
            var start = Duration.seconds(1 << 40)
            /// The same, computed for each second from its packets alone: the server's clock differs slightly from the
            /// host's.
            var starts: [Duration] = []

            /// Returns the host time of the first sample, as computed near a position.
            func start(seenFrom place: Duration) -> Duration {
                let second = min(max(0, Int(place / .seconds(1))), starts.count - 1)
                return starts[max(0, second - 5)..<max(0, min(starts.count, second + 6))].min() ?? start
            }
        }

        let state = Mutex(State())
        let isOver = Atomic(false)
        /// Samples per second of all channels.
        let rate: Int

        init(rate: Int) { self.rate = rate }

        /// Reads samples until the end; runs on the thread.
        func collect(from number: CInt) {
            defer { close(number) }
            var bytes = [UInt8](repeating: 0, count: 1 << 16)
            while !isOver.load(ordering: .acquiring) {
                var descriptor = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
                guard poll(&descriptor, 1, 100) > 0 else { continue }
                let count = read(number, &bytes, bytes.count)
                let now = MonotonicClock.now
                guard count > 0 else { return }
                let samples = bytes[0..<count & ~3].withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
                state.withLock { state in
                    state.samples += samples
                    let length = Double(state.samples.count) / Double(rate)
                    let start = now + SoundRecording.ahead - .seconds(length)
                    state.start = min(state.start, start)
                    while state.starts.count <= Int(length) { state.starts.append(.seconds(1 << 40)) }
                    state.starts[Int(length)] = min(state.starts[Int(length)], start)
                }
            }
        }
    }

    /// Returns the names of the channels in libavutil's order.
    static func map(of channels: Int) -> String {
        let places = ["front-left", "front-right", "front-center", "lfe", "rear-left", "rear-right"]
        return channels == 1 ? "mono" : places.prefix(channels).joined(separator: ",")
    }

    init(of server: SoundServer, rate: Int, channels: Int, folder: String) throws {
        self.rate = rate
        self.channels = channels
        let path = "\(folder)/recording.\(UInt64.random(in: 0 ... .max))"
        guard mkfifo(path, 0o600) == 0 else { throw PlatformError("mkfifo", Errno(rawValue: errno), subject: path) }
        defer { unlink(path) }
        // Opened for reading and writing, so that neither side's open waits.
        let pipe = try Descriptor(checking: oriel_open(path, O_RDWR | O_CLOEXEC, 0), "open")
        let map = channels == 1 ? "" : " --channel-map=\(Self.map(of: channels))"
        let record =
            "exec parec -d null.monitor --raw --format=float32le --channels=\(channels)\(map) --rate=\(rate) "
            + "--latency-msec=\(Int(Self.ahead / .milliseconds(1)))"
        process = try ChildProcess(
            "sh", ["-c", "\(record) >\(path)"],
            environment: Executable.environment.merging(server.environment) { $1 })
        pids = [process.pid] + (server.pid.map { [$0] } ?? [])
        let store = Store(rate: rate * channels)
        self.store = store
        let number = pipe.release()
        reader = try NamedThread("recorder") { store.collect(from: number) }
        guard OrielTestSupport.wait(.seconds(10), until: { length > .zero }) else {
            throw TestSupportError("parec records nothing: \(process.standardError)")
        }
    }

    deinit { stop() }

    /// Ends the recording. Its samples stay.
    public func stop() {
        process.stop(grace: .zero)
        guard !store.isOver.exchange(true, ordering: .acquiringAndReleasing) else { return }
        reader.join()
    }

    /// All samples so far, with channels interleaved.
    public var samples: [Float] { store.state.withLock { $0.samples } }
    /// Returns one channel's samples so far.
    public func samples(of channel: Int) -> [Float] {
        let samples = samples
        return (0..<samples.count / channels).map { samples[$0 * channels + channel] }
    }
    /// Duration of the recording.
    public var length: Duration {
        .seconds(Double(store.state.withLock { $0.samples.count }) / Double(rate * channels))
    }
    /// Host time of the first sample.
    public var start: Duration { store.state.withLock { $0.start } }

    /// Drift of the server's clock against the host's since the first seconds; positive if later.
    public var drift: Duration {
        store.state.withLock { state in
            state.starts.isEmpty
                ? .zero : state.start(seenFrom: .seconds(state.starts.count)) - state.start(seenFrom: .zero)
        }
    }

    /// Returns the host times at which sounds began within a range, without a scan of the rest. Pauses shorter than
    /// `bridging` milliseconds are ignored.
    public func onsets(from first: Duration, to last: Duration, bridging: Int) -> [Duration] {
        let step = rate * channels / 1000
        let (start, block, samples) = store.state.withLock { state in
            let start = state.start(seenFrom: first - state.start)
            let blocks = [first, last].map {
                min(max(0, Int(($0 - start) / .milliseconds(1))), state.samples.count / step)
            }
            return (start, blocks[0], Array(state.samples[blocks[0] * step..<max(blocks[0], blocks[1]) * step]))
        }
        return Self.sounds(in: Self.envelope(of: samples, step: step), above: 0.02, bridging: bridging).map {
            start + .milliseconds(block + $0.lowerBound)
        }
    }

    /// Waits until the recording covers a host time.
    public func wait(until time: Duration, limit: Duration = .seconds(30)) -> Bool {
        OrielTestSupport.wait(limit) { self.start + self.length > time }
    }

    /// Waits until it is loud, or silent, for 100 ms; returns the host time at which that began.
    public func heard(loud: Bool, after time: Duration, limit: Duration = .seconds(15)) throws -> Duration {
        var found: Duration?
        let isFound = OrielTestSupport.wait(limit) {
            let envelope = self.envelope
            let start = self.start
            let first = Int(max(.zero, time - start) / .milliseconds(1))
            var run = 0
            for index in first..<max(first, envelope.count) {
                run = (envelope[index] > 0.02) == loud ? run + 1 : 0
                if run == 100 {
                    found = start + .milliseconds(index - 99)
                    return true
                }
            }
            return false
        }
        guard isFound, let found else { throw TestSupportError("never \(loud ? "loud" : "silent")") }
        return found
    }

    /// Returns the host times of all sounds; pauses shorter than `bridging` milliseconds don't end one.
    public func times(bridging: Int) -> [Range<Duration>] {
        let start = start
        return sounds(bridging: bridging).map {
            start + .milliseconds($0.lowerBound)..<start + .milliseconds($0.upperBound)
        }
    }

    /// Returns the longest silence between two sounds that overlaps a range of host time.
    public func longestGap(from first: Duration, to last: Duration) -> Duration {
        let sounds = times(bridging: 1)
        return zip(sounds, sounds.dropFirst()).map { $0.upperBound..<$1.lowerBound }
            .filter { $0.upperBound > first && $0.lowerBound < last }
            .map { $0.upperBound - $0.lowerBound }.max() ?? .zero
    }

    /// Maximum magnitude in each millisecond.
    public var envelope: [Float] { Self.envelope(of: samples, step: rate * channels / 1000) }

    private static func envelope(of samples: [Float], step: Int) -> [Float] {
        (0..<samples.count / step).map { block in
            samples[block * step..<(block + 1) * step].reduce(0) { max($0, abs($1)) }
        }
    }

    /// Returns ranges louder than `threshold`, in milliseconds since the start; pauses shorter than `bridging`
    /// milliseconds don't end one.
    public func sounds(above threshold: Float = 0.02, bridging: Int = 5) -> [Range<Int>] {
        Self.sounds(in: envelope, above: threshold, bridging: bridging)
    }

    private static func sounds(in envelope: [Float], above threshold: Float, bridging: Int) -> [Range<Int>] {
        var result: [Range<Int>] = []
        for (time, level) in envelope.enumerated() where level > threshold {
            if let last = result.last, time - last.upperBound <= bridging {
                result[result.count - 1] = last.lowerBound..<time + 1
            } else {
                result.append(time..<time + 1)
            }
        }
        return result
    }
}
