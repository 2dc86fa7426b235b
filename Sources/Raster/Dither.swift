import CRaster

/// What is added to a value of more than eight bits before it becomes a byte, so that shades between two bytes are told by how many pixels
/// have which: the ordered matrix of 8 by 8 (Bayer, 1973). It stands still, so a paused picture is the same however often it is drawn.
enum Dither {
    private static let side = 8

    /// In 32nds of a byte, less the half of one that rounds: evenly -16 to 15.
    private static let rows: [[Int16]] = (0..<side).map { y in
        (0..<Int(ORIEL_RASTER_BLOCK)).map { x in Int16(rank(x % side, y) / 2) - 16 }
    }

    /// For each pixel of a block: values are rounded.
    static let none = [Int16](repeating: 0, count: Int(ORIEL_RASTER_BLOCK))

    /// For each pixel of a block in a row.
    static func thresholds(_ row: Int) -> [Int16] { rows[row & (side - 1)] }

    /// A place's number among 64: the bits of x ^ y and of y in turns, the lowest first.
    private static func rank(_ x: Int, _ y: Int) -> Int {
        (0..<3).reduce(0) { rank, bit in rank << 2 | ((x ^ y) >> bit & 1) << 1 | y >> bit & 1 }
    }
}
