/// Spread of a picture's luma: the distance between its dark and its light parts.
package enum LumaSpread {
    /// Least distance of a picture that shows something, in steps of 255.
    private static let least = 16
    /// Pixels that are looked at along each axis.
    private static let samples = 64

    /// Whether a picture is nearly black or of one colour, as before a film fades in. A twentieth at each end doesn't
    /// count, such as a line of credits.
    /// - Parameter pixels: blue, green, red and an unused byte each; rows without padding.
    package static func isPlain(_ pixels: UnsafeRawBufferPointer, width: Int, height: Int) -> Bool {
        let (columns, rows) = (min(width, samples), min(height, samples))
        guard columns > 0, rows > 0, pixels.count >= width * height * 4 else { return true }
        var counts = [Int](repeating: 0, count: 256)
        for row in 0..<rows {
            for column in 0..<columns {
                let place = 4 * (row * height / rows * width + column * width / columns)
                let luma = Int(pixels[place]) * 18 + Int(pixels[place + 1]) * 183 + Int(pixels[place + 2]) * 54
                counts[luma / 255] += 1
            }
        }
        let rest = columns * rows / 20
        func level(_ levels: some Sequence<Int>) -> Int {
            var seen = 0
            for level in levels {
                seen += counts[level]
                if seen > rest { return level }
            }
            return 0
        }
        return level(counts.indices.reversed()) - level(counts.indices) < least
    }
}
