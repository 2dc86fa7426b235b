import Foundation
import OrielPlatform

/// How memory grows with time, by a line of least squares through what was measured after a warm-up. Value code.
package struct MemorySlope {
    private var samples: [(time: Double, kilobytes: Double)] = []

    package init() {}

    package mutating func add(_ kilobytes: Int, at time: Duration) {
        samples.append((time.seconds, Double(kilobytes)))
    }

    /// What the line says.
    package struct Fit: CustomStringConvertible {
        /// What isn't counted.
        package var warmUp: Duration
        package var length: Duration
        package var count: Int
        /// In kilobytes.
        package var mean: Double
        /// Per cent of the mean in an hour, and what that may be off by (one standard error).
        package var slope: Double
        package var error: Double

        /// Long enough to be held to something.
        package var isTelling: Bool { length > .seconds(600) }
        /// What it surely is at least.
        package var least: Double { slope - 2 * error }

        package var description: String {
            String(
                format: "%d samples in %.0f s, %.0f kB, slope %+.2f %% an hour (standard error %.2f)", count,
                length.seconds,
                mean, slope, error)
        }
    }

    /// Nil for too few samples. What comes before five minutes, or in the first third where that is shorter, is warm-up.
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
    /// Whole seconds.
    package var rounded: String { String(format: "%.0f s", seconds) }
}
