import OrielPlayer

/// The part of time that can be gone to in what an app plays (AVKit's `CMTimeRange` with its special values).
public enum PlaybackTimeRange: Hashable, Sendable {
    /// From a beginning to an end, by the view's timebase: a bar shows where the present is, and skips lead anywhere within.
    case finite(Range<Duration>)
    /// It comes as it happens: no length, no skips.
    case live
    /// Nothing can be played.
    case none

    /// With times that a clock reads.
    package var onClocks: PlaybackTimeRange {
        guard case .finite(let range) = self else { return self }
        return .finite(range.lowerBound.onClocks..<range.upperBound.onClocks)
    }

    /// How long it is; nil where it has no length.
    package var length: Duration? {
        guard case .finite(let range) = self, !range.isEmpty else { return nil }
        return range.upperBound - range.lowerBound
    }

    /// How far into it a time of the timebase is.
    package func position(of time: Duration) -> Duration {
        guard case .finite(let range) = self else { return max(.zero, time) }
        return min(max(time, range.lowerBound), range.upperBound) - range.lowerBound
    }
}
