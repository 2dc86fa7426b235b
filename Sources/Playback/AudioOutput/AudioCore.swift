import Logging
import OrielMedia
import OrielPlatform
import Synchronization

/// State shared by the threads around an audio device. The path of samples uses atomics only; locks guard rare settings
/// and reports.
final class AudioCore: Sendable {
    let log = Logger(label: "oriel")
    /// Wakes the sound thread: a setting has changed.
    let control: Wakeup
    /// Wakes the audio decode thread: there is room.
    let room: Wakeup
    /// Wakes the player: there is a report or a change of the device.
    let news: Wakeup

    let closing = Atomic(false)
    let epoch = Atomic(0)
    let isRunning = Atomic(false)
    /// Whether the decode thread waits for room.
    let wantsRoom = Atomic(false)
    /// Whether the sound thread waits for samples.
    let isStarved = Atomic(false)
    let isConnected = Atomic(false)
    /// Whether no device plays the audio, because the sound server or its library can't be used.
    let lacksDevice = Atomic(false)
    let underruns = Atomic(0)
    /// The sink in use; nil before the first audio.
    let sink = Mutex<AudioSink?>(nil)
    let gain = Mutex<(gain: Float, ramp: Duration)>((1, .zero))
    let clock = Mutex(RunningClock())
    let report = Mutex<DeviceReport?>(nil)
    let device = Mutex<String?>(nil)
    private let installed = Mutex<AudioRing?>(nil)
    /// Format of the next audio if it differs from the ring's; nil otherwise.
    private let next = Mutex<AudioFormat?>(nil)
    private let hasNext = Atomic(false)

    init(news: Wakeup, room: Wakeup) throws(PlatformError) {
        self.news = news
        self.room = room
        control = try Wakeup()
    }

    var isClosing: Bool { closing.load(ordering: .acquiring) }

    /// The decode thread's ring; nil before the first audio.
    var ring: AudioRing? { installed.withLock { $0 } }

    func install(_ ring: AudioRing) { installed.withLock { $0 = ring } }

    /// Announces audio in a format that the ring doesn't have; nil withdraws it. Decode thread.
    func expect(_ format: AudioFormat?) {
        guard format != nil || hasNext.load(ordering: .relaxed) else { return }
        next.withLock { $0 = format }
        hasNext.store(format != nil, ordering: .releasing)
        if format != nil { control.signal() }
    }

    /// Format of the audio to play once the ring is empty; nil if it is the ring's. Sound thread.
    var nextFormat: AudioFormat? { hasNext.load(ordering: .acquiring) ? next.withLock { $0 } : nil }

    /// Replaces an empty ring by one of another format. Sound thread.
    func renewRing(_ format: AudioFormat) -> AudioRing {
        let ring = AudioRing(format)
        install(ring)
        expect(nil)
        tellRoom()
        return ring
    }

    func tellRoom() {
        if wantsRoom.exchange(false, ordering: .sequentiallyConsistent) { room.signal() }
    }

    /// Wakes the decode thread if it waits and enough of the ring is free. Called by the sound thread after it took
    /// samples.
    func noteTaken(_ ring: AudioRing) {
        if wantsRoom.load(ordering: .relaxed), !hasNext.load(ordering: .relaxed), ring.room >= ring.capacity / 4 {
            tellRoom()
        }
    }
}

/// The player's clock as it was given last, without the time for which the process was stopped since. The sound thread
/// may run before the player's after a stop.
struct RunningClock {
    private let clock: PlaybackClock
    private let stopped = ProcessStops.shared.total
    /// Generation that the clock's time belongs to.
    let generation: Int

    init(_ clock: PlaybackClock = PlaybackClock(), generation: Int = 0) {
        self.clock = clock
        self.generation = generation
    }

    var speed: Double { clock.speed }

    /// Media time at host time `host`, which is now or before the last stop.
    func mediaTime(at host: Duration) -> Duration { clock.mediaTime(at: host - (ProcessStops.shared.total - stopped)) }
}
