/// Keeps decoded sound in one piece: says where each stretch of samples belongs, and what is missing before it or too much of
/// it, whatever the container says or leaves out. Pure.
package struct AudioTimer: Hashable, Sendable {
    /// What to do with a stretch of samples.
    package struct Placement: Hashable, Sendable {
        /// Silence that comes before it.
        package var silence = Duration.zero
        /// What of its beginning is left out.
        package var cut = Duration.zero

        package init(silence: Duration = .zero, cut: Duration = .zero) {
            self.silence = silence
            self.cut = cut
        }
    }

    /// Times that differ by less only round: the samples count.
    private static let tolerance = Duration.milliseconds(12)
    /// The same where they were counted by another rate than the samples have, from one time of the container's to the next.
    private static let vagueness = Duration.milliseconds(100)
    /// Farther jumps than this are a new clock, not a gap, where the container has such.
    private static let discontinuity = Duration.seconds(10)
    /// Farther jumps back than this are a new clock anywhere.
    private static let setback = Duration.seconds(1)

    private let hasDiscontinuities: Bool
    private var offset = Duration.zero
    /// What the container's clock would say next.
    private var following: Duration?
    /// Something was delivered since the start.
    private var isAligned = false
    /// Where the next sample belongs that is heard.
    package private(set) var end = Duration.zero

    package init(hasDiscontinuities: Bool) { self.hasDiscontinuities = hasDiscontinuities }

    /// Sound begins anew, with what is heard at this time.
    package mutating func start(at time: Duration) {
        end = time
        following = nil
        offset = .zero
        isAligned = false
    }

    /// The next samples.
    /// - Parameters:
    ///   - time: what the container says, since the start of the medium.
    ///   - length: how long they sound.
    ///   - isVague: the times go by another rate than the samples'.
    package mutating func place(time: Duration?, length: Duration, isVague: Bool = false) -> Placement {
        let raw = time ?? following ?? end - offset
        if let following {
            let jump = raw - following
            if jump < .zero - Self.setback || (hasDiscontinuities && jump > Self.discontinuity) {
                offset += following - raw
            }
        }
        following = raw + length
        // The first that is heard begins exactly there.
        let tolerance = isAligned ? isVague ? Self.vagueness : Self.tolerance : .zero
        let gap = raw + offset - end
        var placement = Placement()
        if gap > tolerance {
            placement.silence = gap
        } else if gap < .zero - tolerance {
            placement.cut = min(.zero - gap, length)
        }
        return placement
    }

    /// Whether what ends at a time was due so long ago that it isn't decoded, unless the container's clock began again.
    package func isPast(_ time: Duration, by margin: Duration) -> Bool {
        if let following, following - time > Self.setback { return false }
        return time + offset < end - margin
    }

    /// So much was delivered.
    package mutating func advance(by length: Duration) {
        end += length
        isAligned = isAligned || length > .zero
    }
}
