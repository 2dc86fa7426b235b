/// Maps host time to media time: a straight line through an anchor, or a standstill.
///
/// Value code: host times (CLOCK_MONOTONIC) are arguments. Following another clock, such as an audio device's, moves
/// the anchor.
public struct PlaybackClock: Hashable, Sendable {
    private var anchorHost: Duration
    private var anchorMedia: Duration
    /// Media seconds per host second while running; always positive.
    public private(set) var speed: Double
    public private(set) var isPaused: Bool

    /// Makes a clock that stands at `media`.
    public init(media: Duration = .zero, speed: Double = 1) {
        anchorHost = .zero
        anchorMedia = media
        self.speed = Self.valid(speed)
        isPaused = true
    }

    /// Media time at host time `host`.
    public func mediaTime(at host: Duration) -> Duration {
        guard !isPaused else { return anchorMedia }
        let elapsed = host - anchorHost
        return anchorMedia + (speed == 1 ? elapsed : elapsed * speed)
    }

    /// Host time at which the running clock reads `media`; nil while it stands.
    public func hostTime(of media: Duration) -> Duration? {
        guard !isPaused else { return nil }
        let distance = media - anchorMedia
        return anchorHost + (speed == 1 ? distance : distance / speed)
    }

    /// Starts the clock at the media time where it stands.
    public mutating func resume(at host: Duration) {
        guard isPaused else { return }
        anchorHost = host
        isPaused = false
    }

    /// Stops the clock at its present media time.
    public mutating func pause(at host: Duration) {
        guard !isPaused else { return }
        anchorMedia = mediaTime(at: host)
        isPaused = true
    }

    /// Makes the clock read `media` at `host`, running or not.
    public mutating func set(media: Duration, at host: Duration) {
        anchorMedia = media
        anchorHost = host
    }

    /// Follows another clock that reads `media` at `host`: gradually, or with a jump if they differ by more than
    /// `tolerance`. Leaves a standing clock unchanged.
    public mutating func steer(to media: Duration, at host: Duration, tolerance: Duration) {
        guard !isPaused else { return }
        let present = mediaTime(at: host)
        let distance = media - present
        let isFar = distance > tolerance || distance < .zero - tolerance
        set(media: isFar ? media : present + distance / 8, at: host)
    }

    /// Changes the speed without a jump. Values outside of 0.01 to 100 are ignored.
    public mutating func setSpeed(_ speed: Double, at host: Duration) {
        anchorMedia = mediaTime(at: host)
        anchorHost = host
        self.speed = Self.valid(speed, else: self.speed)
    }

    private static func valid(_ speed: Double, else fallback: Double = 1) -> Double {
        speed.isFinite && speed >= 0.01 && speed <= 100 ? speed : fallback
    }
}
