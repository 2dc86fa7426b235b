import Glibc
import OrielAudioOutput
import OrielMedia
import OrielPlatform
import Synchronization

/// Replaces a decoder: pushes a tone into an output, on its own thread, as fast as there is room.
final class Tone: Sendable {
    private let output: AudioOutput
    private let thread: NamedThread
    private let isOver: Shared

    private final class Shared: Sendable {
        let isOver = Atomic(false)
        let epoch = Atomic(0)
        /// Media time of the next buffer in nanoseconds; negative to continue.
        let jump = Atomic(Int64(-1))
    }

    /// In hertz. A sound server's blocks hold no whole number of its periods, so audio that is cut between two clicks.
    static let frequency = 973.0
    static let level: Float = 0.5

    /// - Parameters:
    ///   - end: the end of the tone, or of its first repetition.
    ///   - loops: whether it begins again at zero then, in a new generation.
    ///   - isOn: returns whether there is a tone at a media time; otherwise silence.
    init(
        _ output: AudioOutput, rate: Int = 48000, until end: Duration = .seconds(3600), loops: Bool = false,
        isOn: @escaping @Sendable (Duration) -> Bool = { _ in true }
    ) throws {
        self.output = output
        let shared = Shared()
        isOver = shared
        thread = try NamedThread("tone") {
            let format = output.prepare(rate: rate, channels: 2)
            var time = Duration.zero
            var epoch = 0
            var generation = 0
            while !shared.isOver.load(ordering: .acquiring) {
                let jump = shared.jump.exchange(-1, ordering: .acquiringAndReleasing)
                if jump >= 0 {
                    time = .nanoseconds(jump)
                    epoch = shared.epoch.load(ordering: .acquiring)
                }
                if loops, time >= end {
                    time = .zero
                    generation += 1
                }
                guard time < end else {
                    Tone.sleep(on: output.roomWakeup)
                    continue
                }
                let count = format.rate / 50
                var samples = [Float](repeating: 0, count: count * 2)
                for frame in 0..<count {
                    let moment = time + format.duration(of: frame)
                    guard isOn(moment) else { continue }
                    let value = Float(sin(2 * Double.pi * Tone.frequency * moment.seconds)) * Tone.level
                    samples[frame * 2] = value
                    samples[frame * 2 + 1] = value
                }
                let buffer = AudioBuffer(
                    samples: samples, format: format,
                    stamp: AudioStamp(time: time, generation: generation, epoch: epoch))
                time = buffer.end
                var offset = 0
                while offset < buffer.frames, !shared.isOver.load(ordering: .acquiring),
                    shared.jump.load(ordering: .acquiring) < 0
                {
                    offset += output.enqueue(buffer, from: offset)
                    guard offset < buffer.frames else { break }
                    output.requestRoom()
                    Tone.sleep(on: output.roomWakeup)
                }
            }
        }
    }

    private static func sleep(on wakeup: Wakeup) {
        var descriptor = pollfd(fd: wakeup.descriptor, events: Int16(POLLIN), revents: 0)
        poll(&descriptor, 1, 10_000)
        wakeup.clear()
    }

    /// Continues at another media time, in a new epoch.
    func seek(to time: Duration, epoch: Int) {
        isOver.epoch.store(epoch, ordering: .releasing)
        isOver.jump.store(time.nanoseconds, ordering: .releasing)
        output.roomWakeup.signal()
    }

    func stop() {
        guard !isOver.isOver.exchange(true, ordering: .acquiringAndReleasing) else { return }
        output.roomWakeup.signal()
        thread.join()
    }

    deinit { stop() }
}
