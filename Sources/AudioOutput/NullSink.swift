import CLinux
import Glibc
import OrielMedia
import OrielPlatform
import Synchronization

/// A device that nothing is heard of: takes sound in the time that it would last. Sound thread.
struct NullSink {
    /// How often it takes what is over.
    static let interval = Duration.milliseconds(500)

    private var ring: AudioRing
    private let core: AudioCore
    private var pace = SilentPace()

    init(ring: AudioRing, core: AudioCore) {
        self.ring = ring
        self.core = core
    }

    /// Until the output closes. Halted, it sleeps.
    mutating func run() {
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

/// Takes sound that nobody plays as fast as it would be played.
struct SilentPace {
    private var last: Duration?

    /// Whether time runs.
    var isRunning: Bool { last != nil }

    /// Takes what is over at host time `now`.
    mutating func turn(_ ring: AudioRing, _ core: AudioCore, at now: Duration) {
        ring.skip(before: core.epoch.load(ordering: .acquiring))
        if core.isRunning.load(ordering: .acquiring) {
            let clock = core.clock.withLock { $0 }
            if let last {
                // What was made for this speed lasts as long as time does.
                let haste = clock.speed / (ring.stamp(at: ring.head)?.speed ?? clock.speed)
                ring.advance(min(ring.waiting, ring.format.frames(in: (now - last) * haste)))
            } else {
                let media = clock.mediaTime(at: now)
                Self.goBack(ring, to: media)
                ring.skip(to: media)
            }
            last = now
        } else {
            last = nil
        }
        core.noteTaken(ring)
    }

    /// What a server had that was lost, and nobody heard, was taken too soon.
    private static func goBack(_ ring: AudioRing, to media: Duration) {
        guard let head = ring.stamp(at: ring.head), head.time > media else { return }
        let frame = ring.head - ring.format.frames(in: (head.time - media) / head.speed)
        // Nothing of what was before a seek or a turn of a loop.
        guard frame >= ring.oldest, let stamp = ring.stamp(at: frame), stamp.epoch == head.epoch,
            stamp.generation == head.generation, stamp.speed == head.speed, stamp.time - media < .milliseconds(1),
            stamp.time - media > .milliseconds(-1)
        else { return }
        ring.rewind(to: frame)
    }

    mutating func stop() { last = nil }
}
