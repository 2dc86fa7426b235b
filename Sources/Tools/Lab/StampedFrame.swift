import Oriel
import OrielStamps

/// A stamp in any of the formats: BT.601 in limited range, as for video below 720 rows.
enum StampedFrame {
    static let size = Size(width: 560, height: 320)

    static func make(
        _ format: SampleBuffer.Format, _ stream: StampColor, _ index: Int, _ time: Duration
    ) throws(SampleBufferError) -> SampleBuffer {
        try SampleBuffer(format, width: size.width, height: size.height, time: time) { planes in
            draw(format, stream, index) { planes[$0].bytes[$2 * planes[$0].bytesPerRow + $1] = $3 }
        }
    }

    /// Draws a stamp.
    /// - Parameter set: sets a byte at an offset of a row in a plane.
    static func draw(
        _ format: SampleBuffer.Format, _ stream: StampColor, _ index: Int,
        _ set: (_ plane: Int, _ offset: Int, _ row: Int, _ value: UInt8) -> Void
    ) {
        let cells = StampPainter.cells(of: stream, index: index % (StampPainter.maximumIndex + 1))
        let grid = StampPainter.cellGrid
        func color(_ x: Int, _ y: Int) -> (Int, Int, Int) {
            let at = ((y * grid.height / size.height) * grid.width + x * grid.width / size.width) * 3
            return (Int(cells[at]), Int(cells[at + 1]), Int(cells[at + 2]))
        }
        func luma(_ x: Int, _ y: Int) -> UInt8 {
            let (r, g, b) = color(x, y)
            return UInt8(16 + (66 * r + 129 * g + 25 * b + 128) / 256)
        }
        func chroma(_ x: Int, _ y: Int) -> (UInt8, UInt8) {
            let (r, g, b) = color(x, y)
            return (UInt8(128 + (112 * b - 38 * r - 74 * g) / 256), UInt8(128 + (112 * r - 94 * g - 18 * b) / 256))
        }
        for y in 0..<size.height {
            for x in 0..<size.width {
                switch format {
                case .bgrx:
                    let (r, g, b) = color(x, y)
                    for (part, value) in [b, g, r].enumerated() { set(0, x * 4 + part, y, UInt8(value)) }
                case .yuy2:
                    set(0, x * 2, y, luma(x, y))
                    let (u, v) = chroma(x, y)
                    set(0, x * 2 + 1, y, x % 2 == 0 ? u : v)
                default:
                    set(0, x, y, luma(x, y))
                    guard x % 2 == 0, y % 2 == 0 else { continue }
                    let (u, v) = chroma(x, y)
                    if format == .nv12 {
                        set(1, x, y / 2, u)
                        set(1, x + 1, y / 2, v)
                    } else {
                        set(1, x / 2, y / 2, u)
                        set(2, x / 2, y / 2, v)
                    }
                }
            }
        }
    }
}
