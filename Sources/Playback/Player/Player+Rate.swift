public import OrielLibav
import OrielMedia
import OrielTransport

/// Playing, pausing and the rate, with AVPlayer's names.
extension Player {
    /// State of playback, as the user sees it: `AVPlayer.TimeControlStatus`.
    public enum TimeControlStatus: Hashable, Sendable {
        /// Playback is paused, or has ended or failed.
        case paused
        /// Playback waits: for the medium, for the first frame after a seek, or for frames from the network.
        case waitingToPlayAtSpecifiedRate
        /// Playback is in progress at `rate`.
        case playing
    }

    /// Whether playback is paused, waits or is in progress.
    public var timeControlStatus: TimeControlStatus { observed(\.timeControlStatus, timeControl) }

    /// State of playback, for observers.
    var timeControl: TimeControlStatus {
        guard !transport.isPaused else { return .paused }
        return switch transport.phase {
        case .opening, .seeking, .buffering: .waitingToPlayAtSpecifiedRate
        case .cued, .playing: .playing
        case .ended, .failed: .paused
        }
    }

    /// Plays at `defaultRate`; from the start if the end was reached.
    public func play() {
        if transport.clock.speed != face.defaultSpeed { changeSpeed(face.defaultSpeed) }
        resume()
    }

    /// Rate of playback, in media seconds per second: 0 while it is paused. Sound keeps its pitch; it is silent below
    /// 0.25 and above 4.
    ///
    /// Setting it to 0 pauses, to another value plays at once, at 0.1 to 8. `defaultRate` stays. A negative value, and
    /// one that is no number, has no effect, since no medium is played backward.
    public var rate: Float {
        get { observed(\.rate, transport.isPaused ? 0 : Float(transport.clock.speed)) }
        set {
            guard newValue != 0 else { return pause() }
            guard newValue > 0 else { return }
            changeSpeed(Self.speed(newValue))
            resume()
        }
    }

    /// Plays at a rate, as setting `rate` does: `AVPlayer.playImmediately(atRate:)`.
    public func playImmediately(atRate rate: Float) { self.rate = rate }

    /// Reason for waiting: `AVPlayer.WaitingReason`.
    public enum WaitingReason: Hashable, Sendable {
        /// There is no item.
        case noItemToPlay
        /// The medium is being opened, or the first frame after a seek isn't there yet.
        case evaluatingBufferingRate
        /// Frames don't come in time from the network or the disk.
        case toMinimizeStalls
    }

    /// The reason for waiting; nil unless `timeControlStatus` is *waitingToPlayAtSpecifiedRate*.
    public var reasonForWaitingToPlay: WaitingReason? {
        guard timeControlStatus == .waitingToPlayAtSpecifiedRate else { return nil }
        if let queue, observed(\.currentItem, queue.current) == nil { return .noItemToPlay }
        return isBuffering ? .toMinimizeStalls : .evaluatingBufferingRate
    }

    /// Rate that `play()` begins with, 0.1 to 8; 1 at first. The user's choice of a speed changes it too. A value below
    /// zero, and one that is no number, has no effect. A rate in progress stays: set `rate` as well to change it.
    public var defaultRate: Float {
        get { observed(\.defaultRate, Float(face.defaultSpeed)) }
        set {
            guard newValue >= 0 else { return }
            face.defaultSpeed = PlaybackLimits.speed.nearest(to: Self.speed(newValue))
            tell(\.defaultRate)
            // The user's key to resume goes on at it too.
            if transport.isPaused { changeSpeed(face.defaultSpeed) }
        }
    }

    /// Returns the speed that a rate means: 1.1 is no 1.10000002.
    private static func speed(_ rate: Float) -> Double { (Double(rate) * 10_000).rounded() / 10_000 }

    /// Whether the picture keeps the screen on while it is visible and plays; true at first. A view's option
    /// `keepsScreenOn` is needed too.
    public var preventsDisplaySleepDuringVideoPlayback: Bool {
        get { observed(\.preventsDisplaySleepDuringVideoPlayback, face.preventsDisplaySleep) }
        set {
            guard newValue != face.preventsDisplaySleep else { return }
            mutate(\.preventsDisplaySleepDuringVideoPlayback) { face.preventsDisplaySleep = newValue }
            notify(.form)
        }
    }

    /// The present media time. It is not observed.
    public func currentTime() -> Duration { position }

    /// The reason why the present medium can't be played; nil if it can. `failure(of:)` has those of other items.
    public var error: MediaError? {
        access(\.error)
        guard case .failed(let error) = mediumStatus else { return nil }
        return error
    }
}
