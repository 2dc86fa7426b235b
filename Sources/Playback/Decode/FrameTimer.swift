/// Gives each frame a time and a length: increasing, whatever the container says or leaves out.
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

    /// Farther jumps than this are a new clock, not a gap, where the container has such.
    private static let discontinuity = Duration.seconds(10)
    /// Farther jumps back than this are a new clock anywhere.
    private static let setback = Duration.seconds(1)

    private let nominal: Duration
    private let hasDiscontinuities: Bool
    private var previous: Stamp?
    private var offset = Duration.zero
    private var expected = Duration.zero

    /// - Parameters:
    ///   - frameDuration: a frame's length by the frame rate; nil where that is unknown.
    ///   - hasDiscontinuities: whether jumps forward are to be closed.
    package init(frameDuration: Duration?, hasDiscontinuities: Bool) {
        nominal = frameDuration.flatMap { $0 > .zero ? $0 : nil } ?? .milliseconds(40)
        self.hasDiscontinuities = hasDiscontinuities
    }

    /// Forgets what came before a jump.
    /// - Parameter time: the next frame's, if it doesn't say.
    package mutating func reset(expecting time: Duration = .zero) {
        expected = time
        previous = nil
        offset = .zero
    }

    /// The next frame's stamp.
    /// - Parameters:
    ///   - time: what the container or decoder says, since the start of the medium.
    ///   - duration: how long it lasts, if that is said.
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
