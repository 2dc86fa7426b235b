import OrielMedia
import OrielPlatform
import Synchronization

/// Clock that a view's frames are shown by, set by the app: Core Media's `CMTimebase`, as the control timebase of
/// `AVSampleBufferDisplayLayer`. Any thread.
///
/// Until it is set, it runs at rate 1 and reads the host's clock, so an app that draws in real time gives each frame
/// `timebase.time`. Only the app changes it: late frames don't stop it, and the view's user affects it only through the
/// playback delegate.
public final class Timebase: Sendable {
    /// Valid times.
    static let times = Duration.seconds(-10_000_000_000)...Duration.seconds(10_000_000_000)

    private let clock: Mutex<PlaybackClock>
    private let changed: @Sendable () -> Void

    /// - Parameter changed: called after each change, on its thread.
    package init(changed: @escaping @Sendable () -> Void) {
        var clock = PlaybackClock()
        let now = Self.hostTime
        clock.set(media: now, at: now)
        clock.resume(at: now)
        self.clock = Mutex(clock)
        self.changed = changed
    }

    /// Present time of the host's clock (`CLOCK_MONOTONIC`).
    public static var hostTime: Duration { MonotonicClock.now }

    /// The present time.
    public var time: Duration { value.mediaTime(at: Self.hostTime) }

    /// Seconds of the timebase per second of the host; 0 while it is stopped.
    public var rate: Double {
        let value = value
        return value.isPaused ? 0 : value.speed
    }

    /// Sets the rate, from the present time.
    /// - Parameter rate: 0 stops the timebase; others are clamped to 0.01 to 100. Negative rates and NaN count as 0.
    public func setRate(_ rate: Double) {
        let now = Self.hostTime
        change { $0.setRate(rate, at: now) }
    }

    /// Sets the present time; the rate stays.
    /// - Parameter time: clamped to within 10,000,000,000 s of 0.
    public func setTime(_ time: Duration) {
        let now = Self.hostTime
        change { $0.set(media: time.onClocks, at: now) }
    }

    /// Sets the rate, and the time at a host time.
    /// - Parameters:
    ///   - rate: as for `setRate`.
    ///   - time: as for `setTime`.
    ///   - hostTime: by `Timebase.hostTime`.
    public func setRate(_ rate: Double, time: Duration, atHostTime hostTime: Duration) {
        let host = hostTime.onClocks
        change {
            $0.setRate(rate, at: host)
            $0.set(media: time.onClocks, at: host)
        }
    }

    var value: PlaybackClock { clock.withLock { $0 } }

    private func change(_ body: (inout PlaybackClock) -> Void) {
        clock.withLock { body(&$0) }
        changed()
    }
}

extension Duration {
    /// The duration clamped to a clock's valid times, so that calculations don't overflow.
    package var onClocks: Duration { min(max(self, Timebase.times.lowerBound), Timebase.times.upperBound) }
}

extension PlaybackClock {
    fileprivate mutating func setRate(_ rate: Double, at host: Duration) {
        guard rate > 0 else { return pause(at: host) }
        setSpeed(min(max(rate, 0.01), 100), at: host)
        resume(at: host)
    }
}
