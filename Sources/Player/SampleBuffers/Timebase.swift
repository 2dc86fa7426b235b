import OrielMedia
import OrielPlatform
import Synchronization

/// The clock by which a view's frames are seen, which is the app's to set: Core Media's `CMTimebase`, as the control timebase of
/// `AVSampleBufferDisplayLayer`. Any thread.
///
/// Until it is set it runs at rate 1 and reads the host's clock, so that who draws as time passes gives each frame
/// `timebase.time`. Nothing but the app moves it: late frames don't stop it, and the view's user reaches it only through the
/// playback delegate.
public final class Timebase: Sendable {
    /// What it reads at most, and at least.
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

    /// The host's clock, since its epoch (`CLOCK_MONOTONIC`).
    public static var hostTime: Duration { MonotonicClock.now }

    /// What it reads now.
    public var time: Duration { value.mediaTime(at: Self.hostTime) }

    /// Seconds that pass on it in a second; 0 while it stands.
    public var rate: Double {
        let value = value
        return value.isPaused ? 0 : value.speed
    }

    /// Lets it run at another rate from what it reads now.
    /// - Parameter rate: 0 for a standstill, else 0.01 to 100; others are brought there, and those that run backwards or are no number are 0.
    public func setRate(_ rate: Double) {
        let now = Self.hostTime
        change { $0.setRate(rate, at: now) }
    }

    /// Lets it read another time now, and go on at its rate.
    /// - Parameter time: brought to within 10,000,000,000 s from 0.
    public func setTime(_ time: Duration) {
        let now = Self.hostTime
        change { $0.set(media: time.onClocks, at: now) }
    }

    /// Lets it read a time at a host time, and run at a rate before and after.
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
    /// Brought to what a clock reads, so that arithmetic with it has room.
    package var onClocks: Duration { min(max(self, Timebase.times.lowerBound), Timebase.times.upperBound) }
}

extension PlaybackClock {
    fileprivate mutating func setRate(_ rate: Double, at host: Duration) {
        guard rate > 0 else { return pause(at: host) }
        setSpeed(min(max(rate, 0.01), 100), at: host)
        resume(at: host)
    }
}
