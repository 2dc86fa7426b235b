import OrielPlatform

/// Compares the presentation of each whole second's frame with the beeps heard. Pure.
public struct FlashAndBeep: Hashable, Sendable {
    /// Time from each flash to its beep, in milliseconds.
    public private(set) var lateness: [Double] = []
    /// Flashes without a beep.
    public private(set) var unheard: [Duration] = []

    /// A beep farther away belongs to another flash.
    private static let reach = Duration.milliseconds(200)

    /// Creates an empty value, to be appended to.
    public init() {}

    /// Matches flashes and beeps.
    /// - Parameters:
    ///   - flashes: host times of all flashes to be evaluated.
    ///   - beeps: host times of the beeps' starts, including those before the first flash and after the last.
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

    /// Returns the times at which the frame of each whole second was first seen. If that frame was skipped, the time at
    /// which it was due; if too many were skipped, it was a seek and no flash.
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
            // A loop starts again at zero, after the last frames of a second.
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

    /// Absolute distances in milliseconds.
    public var distances: Quantiles { Quantiles(lateness.map(abs)) }

    /// Median time from flash to beep, in milliseconds.
    public var middle: Double { Quantiles(lateness).median }

    /// Whether audio and video are in sync: no beep missing, 99 % within 20 ms, and the median within half a refresh.
    public var isInStep: Bool {
        !lateness.isEmpty && unheard.isEmpty && distances.p99 <= 20 && abs(middle) <= 8
    }
}
