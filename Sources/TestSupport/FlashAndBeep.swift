import OrielPlatform

/// The frames of whole seconds that were seen, held against the beeps that were heard. Pure.
public struct FlashAndBeep: Hashable, Sendable {
    /// How much later than its flash each beep was heard, in milliseconds.
    public private(set) var lateness: [Double] = []
    /// Flashes without a beep.
    public private(set) var unheard: [Duration] = []

    /// What is farther away belongs to another flash.
    private static let reach = Duration.milliseconds(200)

    /// Nothing, to be added to.
    public init() {}

    /// - Parameters:
    ///   - flashes: the times of all flashes that are to be judged.
    ///   - beeps: when beeps began, also before the first flash and after the last.
    public init(flashes: [Duration], beeps: [Duration]) {
        for flash in flashes {
            let distances = beeps.map { $0 - flash }
            if let nearest = distances.min(by: { abs($0.seconds) < abs($1.seconds) }),
                abs(nearest.seconds) < Self.reach.seconds
            {
                lateness.append(nearest.seconds * 1000)
            } else {
                unheard.append(flash)
            }
        }
    }

    /// When the frame of each whole second was seen first. Where that frame was skipped, when it would have been seen, unless too many
    /// were: then that was a seek, and no flash.
    public static func flashes(
        in samples: [StreamTimeline.Sample], framesPerSecond rate: Int, speed: Double = 1
    ) -> [Duration] {
        let most = Int((4 * max(1, speed)).rounded(.up))
        var previous: Int?
        var result: [Duration] = []
        for sample in samples {
            guard let index = sample.index else { continue }
            defer { previous = index }
            guard let previous, previous / rate != index / rate, index % rate < most else { continue }
            // A loop's next turn begins at zero, behind the last frames of a second.
            let isNext = index > previous ? index - previous <= most : index < most && previous % rate >= rate - most
            guard isNext else { continue }
            result.append(sample.time - .seconds(Double(index % rate) / Double(rate) / speed))
        }
        return result
    }

    public mutating func append(_ other: Self) {
        lateness += other.lateness
        unheard += other.unheard
    }

    /// How far apart they were, either way.
    public var distances: Quantiles { Quantiles(lateness.map(abs)) }

    /// How much later than its flash half of the beeps were heard, in milliseconds.
    public var middle: Double { Quantiles(lateness).median }

    /// Whether all are there, 99 of 100 within 20 ms, and most of them not on the same side by more than half a refresh.
    public var isInStep: Bool {
        !lateness.isEmpty && unheard.isEmpty && distances.p99 <= 20 && abs(middle) <= 8
    }
}
