/// Format of audio samples, which are interleaved 32-bit floating-point numbers.
package struct AudioFormat: Hashable, Sendable {
    /// Frames (one sample per channel) per second.
    package var rate: Int
    package var channels: Int

    package init(rate: Int, channels: Int) {
        self.rate = rate
        self.channels = channels
    }

    /// Duration of a number of frames.
    package func duration(of frames: Int) -> Duration {
        let (seconds, rest) = frames.quotientAndRemainder(dividingBy: rate)
        return .seconds(seconds) + .nanoseconds(Int64(rest) * 1_000_000_000 / Int64(rate))
    }

    /// Number of frames nearest to a duration.
    package func frames(in time: Duration) -> Int {
        let (seconds, attoseconds) = time.components
        let nanoseconds = attoseconds / 1_000_000_000
        let part = nanoseconds * Int64(rate)
        let rounded = (part + (part < 0 ? -500_000_000 : 500_000_000)) / 1_000_000_000
        return Int(clamping: seconds) * rate + Int(rounded)
    }
}
