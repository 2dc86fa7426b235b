/// Gives frames increasing times and durations, whatever times the container states or omits.
package struct FrameTimer: Sendable {
    package struct Stamp: Hashable, Sendable {
        package var time: Duration
        package var duration: Duration
        package var end: Duration { time + duration }

        package init(time: Duration, duration: Duration) {
            self.time = time
            self.duration = duration
        }
    }

    /// In containers with discontinuities, a jump forward beyond this is a new clock instead of a gap.
    private static let discontinuity = Duration.seconds(10)
    /// A jump back beyond this is a new clock in any container.
    private static let setback = Duration.seconds(1)

    private let nominal: Duration
    private let hasDiscontinuities: Bool
    private var previous: Stamp?
    private var offset = Duration.zero
    private var expected = Duration.zero

    /// Makes a timer.
    /// - Parameters:
    ///   - frameDuration: a frame's duration by the frame rate; nil if unknown.
    ///   - hasDiscontinuities: whether large jumps forward are closed.
    package init(frameDuration: Duration?, hasDiscontinuities: Bool) {
        nominal = frameDuration.flatMap { $0 > .zero ? $0 : nil } ?? .milliseconds(40)
        self.hasDiscontinuities = hasDiscontinuities
    }

    /// Forgets the former frames, before a jump.
    /// - Parameter time: the next frame's time if the container states none.
    package mutating func reset(expecting time: Duration = .zero) {
        expected = time
        previous = nil
        offset = .zero
    }

    /// Returns the time and duration of the next frame.
    /// - Parameters:
    ///   - time: the container's or decoder's time since the start of the medium; nil if unknown.
    ///   - duration: the frame's stated duration; nil if unknown.
    package mutating func stamp(time: Duration?, duration: Duration?) -> Stamp {
        let duration = duration.flatMap { $0 > .zero ? $0 : nil } ?? nominal
        var stamp = Stamp(time: time.map { $0 + offset } ?? previous?.end ?? expected, duration: duration)
        if let previous, let time {
            let jump = stamp.time - previous.end
            if jump < .zero - Self.setback || (hasDiscontinuities && jump > Self.discontinuity) {
                offset = previous.end - time
                stamp.time = previous.end
            } else if stamp.time <= previous.time {
                stamp.time = previous.end
            }
        }
        previous = stamp
        return stamp
    }
}
