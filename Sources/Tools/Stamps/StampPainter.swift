public import OrielGeometry

/// Paints a stamped frame with the stream's colour and the frame's index. Pure.
public enum StampPainter {
    /// Maximum index of a stamp.
    public static let maximumIndex = 0xFFFF

    /// Size of the image returned by `cells`: one pixel per cell.
    public static let cellGrid = StampLayout.grid

    /// Returns the frame as one RGB triple per cell, row by row, to be scaled up without interpolation.
    public static func cells(of stream: StampColor, index: Int) -> [UInt8] {
        let colour = stream.rgb
        var result: [UInt8] = []
        result.reserveCapacity(cellGrid.width * cellGrid.height * 3)
        for y in 0..<cellGrid.height {
            for x in 0..<cellGrid.width {
                let quarter = x * 2 / cellGrid.width + y * 2 / cellGrid.height * 2
                let block = StampLayout.cells(ofQuarter: quarter)
                if block.contains(Point(x: x, y: y)) {
                    let white = StampLayout.isWhite(
                        column: x - block.x, row: y - block.y, index: index, quarter: quarter)
                    result.append(contentsOf: repeatElement(white ? 255 : 0, count: 3))
                } else {
                    result.append(contentsOf: [colour.red, colour.green, colour.blue])
                }
            }
        }
        return result
    }

    /// Returns the frame as an image of any size.
    public static func picture(of stream: StampColor, index: Int, size: Size) -> RGBPicture {
        var picture = RGBPicture(size: size)
        picture.pixels.withUnsafeMutableBufferPointer { pixels in
            guard let base = pixels.baseAddress else { return }
            paint(stream, index: index, size: size, stride: size.width, into: base)
        }
        return picture
    }

    /// Paints the frame into memory of `size.height` rows, `stride` pixels apart, such as a client's shared-memory
    /// buffer.
    public static func paint(
        _ stream: StampColor, index: Int, size: Size, stride: Int, into memory: UnsafeMutablePointer<UInt32>
    ) {
        guard !size.isEmpty else { return }
        let cells = cells(of: stream, index: index)
        var painted: (row: Int, y: Int)?
        for y in 0..<size.height {
            let row = y * cellGrid.height / size.height
            if let painted, painted.row == row {
                (memory + y * stride).update(from: memory + painted.y * stride, count: size.width)
                continue
            }
            for x in 0..<size.width {
                let at = (row * cellGrid.width + x * cellGrid.width / size.width) * 3
                memory[y * stride + x] =
                    0xFF00_0000 | UInt32(cells[at]) << 16 | UInt32(cells[at + 1]) << 8 | UInt32(cells[at + 2])
            }
            painted = (row, y)
        }
    }
}
