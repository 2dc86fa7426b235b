import CRaster

/// Ordered dithering of values with more than eight bits. The shares of neighbouring bytes convey the shades between
/// them.
///
/// The matrix of 8 by 8 (Bayer, 1973) is fixed, so a paused picture is always drawn alike.
enum Dither {
    private static let side = 8

    /// Thresholds in 32nds of a byte, minus the half byte of rounding: evenly from -16 to 15.
    private static let rows: [[Int16]] = (0..<side).map { y in
        (0..<Int(ORIEL_RASTER_BLOCK)).map { x in Int16(rank(x % side, y) / 2) - 16 }
    }

    /// Thresholds of a block without dithering, for which values are rounded.
    static let none = [Int16](repeating: 0, count: Int(ORIEL_RASTER_BLOCK))

    /// Thresholds of a block in a row.
    static func thresholds(_ row: Int) -> [Int16] { rows[row & (side - 1)] }

    /// Rank of a position among 64: the bits of x ^ y and of y interleaved, the lowest first.
    private static func rank(_ x: Int, _ y: Int) -> Int {
        (0..<3).reduce(0) { rank, bit in rank << 2 | ((x ^ y) >> bit & 1) << 1 | y >> bit & 1 }
    }
}
