/// Maps host time to media time: a straight line through an anchor, or a standstill.
///
/// Pure: whoever asks gives the host time (CLOCK_MONOTONIC). Another clock, a sound device's, moves the anchor.
public struct PlaybackClock: Hashable, Sendable {
    private var anchorHost: Duration
    private var anchorMedia: Duration
    /// Media seconds per host second while running; always positive.
    public private(set) var speed: Double
    public private(set) var isPaused: Bool

    /// A clock that stands at `media`.
    public init(media: Duration = .zero, speed: Double = 1) {
        anchorHost = .zero
        anchorMedia = media
        self.speed = Self.valid(speed)
        isPaused = true
    }

    /// The media time at `host`.
    public func mediaTime(at host: Duration) -> Duration {
        guard !isPaused else { return anchorMedia }
        let elapsed = host - anchorHost
        return anchorMedia + (speed == 1 ? elapsed : elapsed * speed)
    }

    /// The host time at which the running clock reads `media`; nil while it stands.
    public func hostTime(of media: Duration) -> Duration? {
        guard !isPaused else { return nil }
        let distance = media - anchorMedia
        return anchorHost + (speed == 1 ? distance : distance / speed)
    }

    /// Lets the clock run from what it reads now.
    public mutating func resume(at host: Duration) {
        guard isPaused else { return }
        anchorHost = host
        isPaused = false
    }

    /// Stops the clock at what it reads now.
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

    /// Follows another clock, which reads `media` at `host`: little by little, or by a jump where they differ by more than
    /// `tolerance`. A clock that stands is left alone.
    public mutating func steer(to media: Duration, at host: Duration, tolerance: Duration) {
        guard !isPaused else { return }
        let present = mediaTime(at: host)
        let distance = media - present
        let isFar = distance > tolerance || distance < .zero - tolerance
        set(media: isFar ? media : present + distance / 8, at: host)
    }

    /// Changes the speed without a jump. Values that no clock can run at are ignored.
    public mutating func setSpeed(_ speed: Double, at host: Duration) {
        anchorMedia = mediaTime(at: host)
        anchorHost = host
        self.speed = Self.valid(speed, else: self.speed)
    }

    private static func valid(_ speed: Double, else fallback: Double = 1) -> Double {
        speed.isFinite && speed >= 0.01 && speed <= 100 ? speed : fallback
    }
}
