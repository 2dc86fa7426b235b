/// What samples of sound are: 32-bit floating point, interleaved.
package struct AudioFormat: Hashable, Sendable {
    /// Frames (one sample of each channel) a second.
    package var rate: Int
    package var channels: Int

    package init(rate: Int, channels: Int) {
        self.rate = rate
        self.channels = channels
    }

    /// How long so many frames sound.
    package func duration(of frames: Int) -> Duration {
        let (seconds, rest) = frames.quotientAndRemainder(dividingBy: rate)
        return .seconds(seconds) + .nanoseconds(Int64(rest) * 1_000_000_000 / Int64(rate))
    }

    /// How many frames come nearest to a length of time.
    package func frames(in time: Duration) -> Int {
        let (seconds, attoseconds) = time.components
        let nanoseconds = attoseconds / 1_000_000_000
        let part = nanoseconds * Int64(rate)
        let rounded = (part + (part < 0 ? -500_000_000 : 500_000_000)) / 1_000_000_000
        return Int(clamping: seconds) * rate + Int(rounded)
    }
}
