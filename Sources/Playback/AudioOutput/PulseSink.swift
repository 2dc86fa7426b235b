import CLinux
import CPulse
import Glibc
import Logging
import OrielPlatform
import Synchronization

/// Plays a ring through a sound server (PulseAudio or PipeWire), and continues without one until it is back.
///
/// All objects of libpulse, its main loop included, belong to the sound thread, so no lock is needed.
final class PulseSink {
    let pulse: oriel_pulse
    private(set) var ring: AudioRing
    let core: AudioCore
    private let server: String?
    private let loop: OpaquePointer?
    private var context: OpaquePointer?
    private var stream: PulseStream?
    private var pace = SilentPace()
    /// Host time of the next attempt to connect, and the wait after it.
    private var retry: Duration?
    private var patience = PulseSink.firstPatience
    private var wasToldLost = false
    /// Host time at which a working server was lost; nil while there is one.
    private var lossTime: Duration?

    /// Interval of checking whether everything was heard, when audio in another format follows.
    private static let look = Duration.milliseconds(10)
    private static let firstPatience = Duration.milliseconds(250)
    private static let lastPatience = Duration.seconds(8)
    /// Time after the loss of a server in which it is retried quickly, as after a restart.
    private static let restart = Duration.seconds(15)

    init(_ pulse: oriel_pulse, server: String?, ring: AudioRing, core: AudioCore) {
        self.pulse = pulse
        self.server = server
        self.ring = ring
        self.core = core
        loop = pulse.mainloop_new()
    }

    /// Runs until the output closes.
    func run() {
        guard let loop, let api = pulse.mainloop_get_api(loop) else { return }
        defer {
            disconnect()
            pulse.mainloop_free(loop)
        }
        let event = api.pointee.io_new(
            api, core.control.descriptor, PA_IO_EVENT_INPUT,
            { _, _, _, _, opaque in
                guard let opaque else { return }
                Unmanaged<PulseSink>.fromOpaque(opaque).takeUnretainedValue().core.control.clear()
            }, Unmanaged.passUnretained(self).toOpaque())
        connect()
        while !core.isClosing {
            let timeout = wakeTime.map { max(0, ($0 - MonotonicClock.now).nanoseconds / 1000) + 1 } ?? -1
            guard pulse.mainloop_prepare(loop, CInt(clamping: timeout)) >= 0, pulse.mainloop_poll(loop) >= 0,
                pulse.mainloop_dispatch(loop) >= 0
            else { break }
            turn(at: MonotonicClock.now)
        }
        fadeAway()
        api.pointee.io_free(event)
    }

    /// Fades the audible audio out; takes no longer than the fade, whatever the server does.
    private func fadeAway() {
        guard let loop, let stream, stream.isReady, let end = stream.silence(at: MonotonicClock.now) else { return }
        while case let left = end - MonotonicClock.now, left > .zero {
            guard pulse.mainloop_prepare(loop, CInt(clamping: left.nanoseconds / 1000 + 1)) >= 0,
                pulse.mainloop_poll(loop) >= 0, pulse.mainloop_dispatch(loop) >= 0
            else { return }
        }
    }

    private var wakeTime: Duration? {
        if let stream, stream.isReady {
            guard core.nextFormat != nil, core.isRunning.load(ordering: .acquiring) else { return stream.wakeTime }
            return min(stream.wakeTime ?? .seconds(1 << 40), MonotonicClock.now + Self.look)
        }
        guard core.isRunning.load(ordering: .acquiring) else { return nil }
        return min(retry ?? .seconds(1 << 40), MonotonicClock.now + NullSink.interval)
    }

    /// Handles each event and the end of each wait.
    private func turn(at now: Duration) {
        renew()
        if let stream, stream.isReady {
            pace.stop()
            return stream.turn(at: now, isRunning: core.isRunning.load(ordering: .acquiring))
        }
        pace.turn(ring, core, at: now)
        if pace.isRunning { core.news.signal() }
        if let retry, now >= retry, core.isRunning.load(ordering: .acquiring) {
            self.retry = nil
            connect()
        }
    }

    /// Opens a stream for another format once everything was heard.
    private func renew() {
        guard let format = core.nextFormat, ring.waiting == 0, stream?.isReady != true || stream?.isPlayedOut == true
        else { return }
        ring = core.renewRing(format)
        guard let context, stream != nil else { return }
        stream?.close()
        stream = PulseStream(self, context)
        if stream == nil { lose() }
    }

    // MARK: The server

    private func connect() {
        disconnect()
        guard let loop, let api = pulse.mainloop_get_api(loop) else { return }
        let properties = pulse.proplist_new()
        _ = pulse.proplist_sets(properties, "application.name", "Oriel")
        _ = pulse.proplist_sets(properties, "application.id", "oriel")
        _ = pulse.proplist_sets(properties, "application.icon_name", "oriel")
        context = pulse.context_new_with_proplist(api, "Oriel", properties)
        if let properties { pulse.proplist_free(properties) }
        guard let context else { return lose() }
        pulse.context_set_state_callback(
            context,
            { _, opaque in
                guard let opaque else { return }
                Unmanaged<PulseSink>.fromOpaque(opaque).takeUnretainedValue().contextChanged()
            }, Unmanaged.passUnretained(self).toOpaque())
        // The session starts its server. libpulse would block here until a server it started is up.
        if pulse.context_connect(context, server, PA_CONTEXT_NOAUTOSPAWN, nil) < 0 { lose() }
    }

    private func contextChanged() {
        guard let context else { return }
        switch pulse.context_get_state(context) {
        case PA_CONTEXT_READY:
            stream = PulseStream(self, context)
            if stream == nil { lose() }
        case PA_CONTEXT_FAILED, PA_CONTEXT_TERMINATED: lose()
        default: break
        }
    }

    /// Called when the stream can be written to.
    func streamIsReady() {
        patience = Self.firstPatience
        lossTime = nil
        if wasToldLost { core.log.notice("the sound is back") }
        wasToldLost = false
        core.isConnected.store(true, ordering: .releasing)
        core.lacksDevice.store(false, ordering: .releasing)
        core.news.signal()
    }

    /// Handles the loss of the server or a refused stream.
    ///
    /// May be called by libpulse from inside its objects, which are therefore freed later.
    func lose() {
        let words =
            context.flatMap { pulse.strerror(pulse.context_errno($0)) }.map { String(cString: $0) } ?? "out of memory"
        if !wasToldLost { core.log.warning("no sound for now: the sound server can't be used (\(words))") }
        wasToldLost = true
        let now = MonotonicClock.now
        if core.isConnected.load(ordering: .acquiring) { lossTime = now }
        stream?.isReady = false
        core.isConnected.store(false, ordering: .releasing)
        core.lacksDevice.store(true, ordering: .releasing)
        core.device.withLock { $0 = nil }
        core.report.withLock { $0 = nil }
        core.news.signal()
        retry = now + patience
        if let lossTime, now - lossTime < Self.restart { return }
        patience = min(patience * 2, Self.lastPatience)
    }

    private func disconnect() {
        stream?.close()
        stream = nil
        guard let context else { return }
        pulse.context_set_state_callback(context, nil, nil)
        pulse.context_disconnect(context)
        pulse.context_unref(context)
        self.context = nil
        core.isConnected.store(false, ordering: .releasing)
    }
}
