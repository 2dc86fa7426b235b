/// Places decoded samples on a continuous timeline, whatever times the container states or omits. Says how much silence
/// precedes each piece, or how much to cut. Value code.
package struct AudioTimer: Hashable, Sendable {
    /// Correction of a piece of samples.
    package struct Placement: Hashable, Sendable {
        /// Duration of silence to insert before the piece.
        package var silence = Duration.zero
        /// Duration to cut from its beginning.
        package var cut = Duration.zero

        package init(silence: Duration = .zero, cut: Duration = .zero) {
            self.silence = silence
            self.cut = cut
        }
    }

    /// Smaller differences between times are rounding; the count of samples decides.
    private static let tolerance = Duration.milliseconds(12)
    /// The same limit for times that libavformat extrapolated with another rate than the samples'.
    private static let vagueness = Duration.milliseconds(100)
    /// In containers with discontinuities, a jump forward beyond this is a new clock instead of a gap.
    private static let discontinuity = Duration.seconds(10)
    /// A jump back beyond this is a new clock in any container.
    private static let setback = Duration.seconds(1)

    private let hasDiscontinuities: Bool
    /// Whether small differences of extrapolated times are errors of them that add up, and count for nothing.
    private let countsSamples: Bool
    private var offset = Duration.zero
    /// Time that the container's clock should state next; nil after a start.
    private var following: Duration?
    /// Whether samples were delivered since the start.
    private var isAligned = false
    /// Media time of the next audible sample.
    package private(set) var end = Duration.zero

    package init(hasDiscontinuities: Bool, countsSamples: Bool = false) {
        self.hasDiscontinuities = hasDiscontinuities
        self.countsSamples = countsSamples
    }

    /// Begins a timeline whose first audible sample is at `time`.
    package mutating func start(at time: Duration) {
        end = time
        following = nil
        offset = .zero
        isAligned = false
    }

    /// Places the next piece of samples.
    /// - Parameters:
    ///   - time: the container's time since the start of the medium; nil if unknown.
    ///   - length: the duration of the samples.
    ///   - isVague: whether the times were extrapolated with another rate than the samples'.
    package mutating func place(time: Duration?, length: Duration, isVague: Bool = false) -> Placement {
        let raw = time ?? following ?? end - offset
        if let following {
            let jump = raw - following
            if jump < .zero - Self.setback || (hasDiscontinuities && jump > Self.discontinuity) {
                offset += following - raw
            }
        }
        following = raw + length
        // The first audible sample is placed exactly.
        let tolerance = isAligned ? isVague ? Self.vagueness : Self.tolerance : .zero
        let gap = raw + offset - end
        var placement = Placement()
        if gap > tolerance {
            placement.silence = gap
        } else if gap < .zero - tolerance {
            placement.cut = min(.zero - gap, length)
        } else if isVague, countsSamples, isAligned {
            offset -= gap
        }
        return placement
    }

    /// Whether audio that ends at `time` is late by more than `margin` and needn't be decoded. False if the container's
    /// clock seems to have begun anew.
    package func isPast(_ time: Duration, by margin: Duration) -> Bool {
        if let following, following - time > Self.setback { return false }
        return time + offset < end - margin
    }

    /// Moves on by the duration of delivered samples.
    package mutating func advance(by length: Duration) {
        end += length
        isAligned = isAligned || length > .zero
    }
}
