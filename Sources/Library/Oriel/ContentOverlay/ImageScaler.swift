import OrielGeometry

/// Scales premultiplied images: by area averages along a side that becomes shorter, otherwise linearly. libswscale
/// would take them through half the colours.
enum ImageScaler {
    /// Source samples of one result's: the first, and weights whose sum is 1.
    private struct Taps {
        var first: Int
        var weights: [Float]
    }

    /// Returns the pixels at another size; both sizes have at least one pixel.
    static func scaled(_ pixels: [UInt32], from size: Size, to target: Size) -> [UInt32] {
        guard size != target else { return pixels }
        let (columns, rows) = (taps(size.width, target.width), taps(size.height, target.height))
        var result: [UInt32] = []
        result.reserveCapacity(target.width * target.height)
        var line = [SIMD4<Float>](repeating: .zero, count: size.width)
        for row in rows {
            for x in line.indices {
                var sum = SIMD4<Float>.zero
                for (index, weight) in row.weights.enumerated() {
                    sum += components(pixels[(row.first + index) * size.width + x]) * weight
                }
                line[x] = sum
            }
            for column in columns {
                var sum = SIMD4<Float>.zero
                for (index, weight) in column.weights.enumerated() { sum += line[column.first + index] * weight }
                result.append(pixel(sum))
            }
        }
        return result
    }

    private static func taps(_ count: Int, _ target: Int) -> [Taps] {
        let ratio = Double(count) / Double(target)
        return (0..<target).map { index in
            guard ratio > 1 else {
                let center = min(max(0, (Double(index) + 0.5) * ratio - 0.5), Double(count - 1))
                let first = Int(center)
                let share = Float(center - Double(first))
                return Taps(first: first, weights: share > 0 ? [1 - share, share] : [1])
            }
            let (start, end) = (Double(index) * ratio, min(Double(count), Double(index + 1) * ratio))
            let first = min(Int(start), count - 1)
            let last = min(max(first, Int(end.rounded(.up)) - 1), count - 1)
            let weights = (first...last).map { sample in
                Float((min(end, Double(sample + 1)) - max(start, Double(sample))) / (end - start))
            }
            return Taps(first: first, weights: weights)
        }
    }

    private static func components(_ pixel: UInt32) -> SIMD4<Float> {
        SIMD4(Float(pixel & 255), Float(pixel >> 8 & 255), Float(pixel >> 16 & 255), Float(pixel >> 24))
    }

    private static func pixel(_ components: SIMD4<Float>) -> UInt32 {
        let bytes = SIMD4<UInt32>(components.rounded(.toNearestOrAwayFromZero), rounding: .towardZero) & 255
        return bytes[0] | bytes[1] << 8 | bytes[2] << 16 | bytes[3] << 24
    }
}
