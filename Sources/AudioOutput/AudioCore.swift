import Logging
import OrielMedia
import OrielPlatform
import Synchronization

/// What the threads around a sound device share. Where samples pass there are atomics alone; the locks are for what is said
/// now and then.
final class AudioCore: Sendable {
    let log = Logger(label: "oriel")
    /// To the sound thread: something below has changed.
    let control: Wakeup
    /// To the decode thread.
    let room: Wakeup
    /// To the player.
    let news: Wakeup

    let closing = Atomic(false)
    let epoch = Atomic(0)
    let isRunning = Atomic(false)
    /// The decode thread waits for room.
    let wantsRoom = Atomic(false)
    /// The sound thread waits for samples.
    let isStarved = Atomic(false)
    let isConnected = Atomic(false)
    let underruns = Atomic(0)
    let sink = Atomic(AudioSink.auto.number)
    let gain = Mutex<(gain: Float, ramp: Duration)>((1, .zero))
    let clock = Mutex(PlaybackClock())
    let report = Mutex<DeviceReport?>(nil)
    let device = Mutex<String?>(nil)
    private let installed = Mutex<AudioRing?>(nil)
    /// The form of the sound that comes next, where it isn't the ring's.
    private let next = Mutex<AudioFormat?>(nil)
    private let hasNext = Atomic(false)

    init(news: Wakeup, room: Wakeup) throws(PlatformError) {
        self.news = news
        self.room = room
        control = try Wakeup()
    }

    var isClosing: Bool { closing.load(ordering: .acquiring) }

    /// The decode thread's: it looks at its own ring.
    var ring: AudioRing? { installed.withLock { $0 } }

    func install(_ ring: AudioRing) { installed.withLock { $0 = ring } }

    /// The decode thread has sound of this form, which the ring hasn't; nil for one that it has.
    func expect(_ format: AudioFormat?) {
        guard format != nil || hasNext.load(ordering: .relaxed) else { return }
        next.withLock { $0 = format }
        hasNext.store(format != nil, ordering: .releasing)
        if format != nil { control.signal() }
    }

    /// The sound thread's: what is to be played once all that waits was.
    var nextFormat: AudioFormat? { hasNext.load(ordering: .acquiring) ? next.withLock { $0 } : nil }

    /// The sound thread's: a ring for what comes next, in place of one of which all was played.
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

    /// The sound thread's, after it took something: wakes the decoder once half of what there can be is free.
    func noteTaken(_ ring: AudioRing) {
        if wantsRoom.load(ordering: .relaxed), !hasNext.load(ordering: .relaxed), ring.room >= ring.capacity / 4 {
            tellRoom()
        }
    }
}
