import CLinux
import Glibc
import OrielMedia
import OrielPlatform
import Synchronization

/// Sink without a device: consumes audio in real time. Sound thread.
struct NullSink {
    /// Interval at which elapsed audio is taken.
    static let interval = Duration.milliseconds(500)

    var ring: AudioRing
    let core: AudioCore

    /// Runs until the output closes. Sleeps while halted.
    mutating func run() {
        var pace = SilentPace()
        while !core.isClosing {
            let timeout = pace.isRunning ? CInt(Self.interval.nanoseconds / 1_000_000) : -1
            var descriptor = pollfd(fd: core.control.descriptor, events: Int16(POLLIN), revents: 0)
            poll(&descriptor, 1, timeout)
            core.control.clear()
            pace.turn(ring, core, at: MonotonicClock.now)
            if let format = core.nextFormat, ring.waiting == 0 { ring = core.renewRing(format) }
            core.news.signal()
        }
    }
}

/// Consumes audio without a device as fast as it would be played.
struct SilentPace {
    private var last: Duration?
    /// Duration of the process's stops until `last`.
    private var stopped = Duration.zero

    /// Whether time is running.
    var isRunning: Bool { last != nil }

    /// Takes the audio that has elapsed by host time `now`.
    mutating func turn(_ ring: AudioRing, _ core: AudioCore, at now: Duration) {
        ring.skip(before: core.epoch.load(ordering: .acquiring))
        if core.isRunning.load(ordering: .acquiring) {
            let clock = core.clock.withLock { $0 }
            let total = ProcessStops.shared.total
            defer { stopped = total }
            if let last {
                // Audio made for this speed lasts as long as host time; audio of another speed is taken faster or
                // slower.
                let haste = clock.speed / (ring.stamp(at: ring.head)?.speed ?? clock.speed)
                let elapsed = max(.zero, now - last - (total - stopped))
                ring.advance(min(ring.waiting, ring.format.frames(in: elapsed * haste)))
            } else {
                let media = clock.mediaTime(at: now)
                Self.goBack(ring, to: media)
                ring.skip(to: media, of: clock.generation)
            }
            last = now
        } else {
            last = nil
        }
        core.noteTaken(ring)
    }

    /// Goes back to audio that a lost server had taken but not played.
    private static func goBack(_ ring: AudioRing, to media: Duration) {
        guard let head = ring.stamp(at: ring.head), head.time > media else { return }
        let frame = ring.head - ring.format.frames(in: (head.time - media) / head.speed)
        // Not beyond a seek or a repetition of a loop.
        guard frame >= ring.oldest, let stamp = ring.stamp(at: frame), stamp.epoch == head.epoch,
            stamp.generation == head.generation, stamp.speed == head.speed, stamp.time - media < .milliseconds(1),
            stamp.time - media > .milliseconds(-1)
        else { return }
        ring.rewind(to: frame)
    }

    /// Stops the pace; the next turn starts from the clock's time.
    mutating func stop() { last = nil }
}
