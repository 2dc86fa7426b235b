import Foundation
import OrielPlatform

/// Growth of memory over time: a least-squares line through the samples after a warm-up. Value code.
package struct MemorySlope {
    private var samples: [(time: Double, kilobytes: Double)] = []

    package init() {}

    package mutating func add(_ kilobytes: Int, at time: Duration) {
        samples.append((time.seconds, Double(kilobytes)))
    }

    /// Parameters of the line.
    package struct Fit: CustomStringConvertible {
        /// Time excluded at the beginning.
        package var warmUp: Duration
        package var length: Duration
        package var count: Int
        /// Mean in kilobytes.
        package var mean: Double
        /// Slope in per cent of the mean per hour, and its standard error.
        package var slope: Double
        package var error: Double

        /// Whether the measurement is long enough to be judged.
        package var isTelling: Bool { length > .seconds(600) }
        /// Lower bound of the slope (two standard errors).
        package var least: Double { slope - 2 * error }

        package var description: String {
            String(
                format: "%d samples in %.0f s, %.0f kB, slope %+.2f %% an hour (standard error %.2f)", count,
                length.seconds,
                mean, slope, error)
        }
    }

    /// The line; nil with too few samples. The first five minutes, or the first third if that is shorter, are the
    /// warm-up.
    package var fit: Fit? {
        guard let end = samples.last?.time else { return nil }
        let warmUp = min(300, end / 3)
        let counted = samples.filter { $0.time >= warmUp }
        guard counted.count > 3 else { return nil }
        let count = Double(counted.count)
        let middle = counted.reduce(0) { $0 + $1.time } / count
        let mean = counted.reduce(0) { $0 + $1.kilobytes } / count
        let spread = counted.reduce(0) { $0 + ($1.time - middle) * ($1.time - middle) }
        let slope = counted.reduce(0) { $0 + ($1.time - middle) * ($1.kilobytes - mean) } / spread
        let rest = counted.reduce(0) { sum, sample in
            let error = sample.kilobytes - mean - slope * (sample.time - middle)
            return sum + error * error
        }
        let hourly = 3600 * 100 / mean
        return Fit(
            warmUp: .seconds(warmUp), length: .seconds(end - warmUp), count: counted.count, mean: mean,
            slope: slope * hourly, error: (rest / (count - 2) / spread).squareRoot() * hourly)
    }
}

extension Duration {
    /// Duration in whole seconds, as text.
    package var rounded: String { String(format: "%.0f s", seconds) }
}
