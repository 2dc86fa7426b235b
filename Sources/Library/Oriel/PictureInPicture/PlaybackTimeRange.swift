import OrielPlayer

/// Time range that can be skipped in, of frames that an app makes (AVKit's `CMTimeRange` with its special values).
public enum PlaybackTimeRange: Hashable, Sendable {
    /// From a beginning to an end, by the view's timebase: the progress bar shows the position, and skips reach every
    /// time in the range.
    case finite(Range<Duration>)
    /// Live: no duration, no skips.
    case live
    /// Nothing can be played.
    case none

    /// The range with its times clamped to those of a `Timebase`.
    package var onClocks: PlaybackTimeRange {
        guard case .finite(let range) = self else { return self }
        return .finite(range.lowerBound.onClocks..<range.upperBound.onClocks)
    }

    /// Duration of the range; nil if it is live, empty or none.
    package var length: Duration? {
        guard case .finite(let range) = self, !range.isEmpty else { return nil }
        return range.upperBound - range.lowerBound
    }

    /// Returns the position of a timebase's time, counted from the range's beginning and clamped to the range.
    package func position(of time: Duration) -> Duration {
        guard case .finite(let range) = self else { return max(.zero, time) }
        return min(max(time, range.lowerBound), range.upperBound) - range.lowerBound
    }
}
