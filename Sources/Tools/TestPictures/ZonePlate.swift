import Glibc
package import OrielGeometry

/// Rings with a frequency that grows from zero in the middle to the maximum at the left and right edge.
package struct ZonePlate {
    package enum Kernel { case lanczos3, area }

    package let width: Int
    package let height: Int
    private let samples: [Double]

    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
        let (middleX, middleY) = (Double(width - 1) / 2, Double(height - 1) / 2)
        var samples: [Double] = []
        samples.reserveCapacity(width * height)
        for y in 0..<height {
            for x in 0..<width {
                let (dx, dy) = (Double(x) - middleX, Double(y) - middleY)
                samples.append((127.5 + 127.5 * cos(.pi * (dx * dx + dy * dy) / Double(width))).rounded())
            }
        }
        self.samples = samples
    }

    package subscript(x: Int, y: Int) -> Double { samples[y * width + x] }

    /// Returns the rows of the plate reduced to `size`, with a separable kernel in Double.
    package func reduced(to size: Size, by kernel: Kernel) -> [Double] {
        let across = Self.weights(from: width, to: size.width, kernel)
        let down = Self.weights(from: height, to: size.height, kernel)
        var narrow = [Double](repeating: 0, count: size.width * height)
        samples.withUnsafeBufferPointer { samples in
            for y in 0..<height {
                for (x, taps) in across.enumerated() {
                    var sum = 0.0
                    var index = y * width + taps.first
                    for weight in taps.weights {
                        sum += samples[index] * weight
                        index += 1
                    }
                    narrow[y * size.width + x] = sum
                }
            }
        }
        var result = [Double](repeating: 0, count: size.width * size.height)
        narrow.withUnsafeBufferPointer { narrow in
            for (y, taps) in down.enumerated() {
                for x in 0..<size.width {
                    var sum = 0.0
                    var index = taps.first * size.width + x
                    for weight in taps.weights {
                        sum += narrow[index] * weight
                        index += size.width
                    }
                    result[y * size.width + x] = sum
                }
            }
        }
        return result
    }

    /// Returns, for each new sample, the first old sample that counts and the weights from there on, with a sum of 1.
    private static func weights(
        from count: Int, to newCount: Int, _ kernel: Kernel
    ) -> [(first: Int, weights: [Double])] {
        let ratio = Double(count) / Double(newCount)
        return (0..<newCount).map { index in
            let center = (Double(index) + 0.5) * ratio
            let reach = kernel == .area ? ratio / 2 : 3 * ratio
            let first = max(0, Int((center - reach).rounded(.down)))
            let last = min(count - 1, Int((center + reach).rounded(.up)) - 1)
            let weights = (first...last).map { old -> Double in
                switch kernel {
                case .area: return max(0, min(center + reach, Double(old + 1)) - max(center - reach, Double(old)))
                case .lanczos3:
                    let distance = (Double(old) + 0.5 - center) / ratio
                    return abs(distance) < 3 ? sinc(distance) * sinc(distance / 3) : 0
                }
            }
            let sum = weights.reduce(0, +)
            return (first, weights.map { $0 / sum })
        }
    }

    private static func sinc(_ x: Double) -> Double { x == 0 ? 1 : sin(.pi * x) / (.pi * x) }
}

/// Returns the peak signal-to-noise ratio of 8-bit samples, in dB.
package func peakSignalToNoise(_ seen: [Double], _ reference: [Double]) -> Double {
    let squares = zip(seen, reference).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
    return 10 * log10(255 * 255 * Double(seen.count) / squares)
}
