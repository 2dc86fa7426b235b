package import OrielGeometry

/// Positions of a stamp's cells. The frame is a grid of 28×16 cells; each quarter has one block of 9×4 cells near its
/// corner, surrounded by the stream's colour. An overlay with a quarter of the width and height touches at most one
/// block, wherever it is.
///
/// A block's first two rows each hold a byte of the index (low byte first, lowest bit left) and one bit of the
/// quarter's number (left or right, top or bottom). The last two rows are their mirror image, inverted. A block with
/// halves of two different frames is invalid.
package enum StampLayout {
    package static let grid = Size(width: 28, height: 16)
    package static let block = Size(width: 9, height: 4)

    /// Returns a block's cells in grid units; quarters are numbered from left to right, then down.
    package static func cells(ofQuarter number: Int) -> Rect {
        Rect(
            origin: Point(
                x: number & 1 == 0 ? 1 : grid.width - block.width - 1,
                y: number >> 1 == 0 ? 1 : grid.height - block.height - 1), size: block)
    }

    /// Whether a cell of a block is white.
    package static func isWhite(column: Int, row: Int, index: Int, quarter: Int) -> Bool {
        let upper = row < 2 ? row : 3 - row
        let bit = column < 8 ? index >> (upper * 8 + column) & 1 : quarter >> upper & 1
        return (bit == 1) != (row >= 2)
    }

    /// Decodes 36 cells, row by row, to an index and a quarter's number; nil if they are no stamp.
    package static func decode(_ white: (Int) -> Bool) -> (index: Int, quarter: Int)? {
        var index = 0
        var quarter = 0
        for row in 0..<2 {
            for column in 0..<block.width {
                let value = white(row * block.width + column)
                guard value != white((3 - row) * block.width + column) else { return nil }
                guard value else { continue }
                if column < 8 { index |= 1 << (row * 8 + column) } else { quarter |= 1 << row }
            }
        }
        return (index, quarter)
    }
}
