import Oriel

/// The middle of a camera's frame, small enough for one message: blue, green, red and an unused byte for each pixel.
struct SmallPicture {
    let bytes: [UInt8]

    /// Nil for a frame whose pixels are of a kind that this example doesn't read.
    init?(_ frame: SampleBuffer, width: Int, height: Int) {
        // The largest part of the frame with this shape.
        let scale = min(Double(frame.width) / Double(width), Double(frame.height) / Double(height))
        let left = (Double(frame.width) - scale * Double(width)) / 2
        let top = (Double(frame.height) - scale * Double(height)) / 2
        let format = frame.format
        // A camera that compresses its pictures sends luma from 0 to 255, others from 16 to 235.
        let isFull = frame.color.range == .full
        let drawn = frame.withPlanes { planes -> [UInt8]? in
            var bytes = [UInt8](repeating: 0, count: width * height * 4)
            for y in 0..<height {
                for x in 0..<width {
                    let column = Int(left + (Double(x) + 0.5) * scale), row = Int(top + (Double(y) + 0.5) * scale)
                    guard let pixel = Self.pixel(column, row, format, planes, isFull) else { return nil }
                    let at = (y * width + x) * 4
                    (bytes[at], bytes[at + 1], bytes[at + 2]) = pixel
                }
            }
            return bytes
        }
        guard let drawn, let bytes = drawn else { return nil }
        self.bytes = bytes
    }

    private typealias Pixel = (blue: UInt8, green: UInt8, red: UInt8)

    private static func pixel(
        _ x: Int, _ y: Int, _ format: SampleBuffer.Format, _ planes: [SampleBuffer.Plane], _ isFull: Bool
    ) -> Pixel? {
        func byte(_ plane: Int, _ column: Int, _ row: Int) -> UInt8 {
            planes[plane].bytes[row * planes[plane].bytesPerRow + column]
        }
        func color(_ luma: UInt8, _ blueness: UInt8, _ redness: UInt8) -> Pixel {
            Self.color(luma, blueness, redness, isFull)
        }
        let pair = x / 2 * 4
        switch format {
        case .bgrx, .bgra: return (byte(0, x * 4, y), byte(0, x * 4 + 1, y), byte(0, x * 4 + 2, y))
        case .rgbx, .rgba: return (byte(0, x * 4 + 2, y), byte(0, x * 4 + 1, y), byte(0, x * 4, y))
        case .yuy2: return color(byte(0, x * 2, y), byte(0, pair + 1, y), byte(0, pair + 3, y))
        case .uyvy: return color(byte(0, x * 2 + 1, y), byte(0, pair, y), byte(0, pair + 2, y))
        case .nv12: return color(byte(0, x, y), byte(1, x / 2 * 2, y / 2), byte(1, x / 2 * 2 + 1, y / 2))
        case .i420: return color(byte(0, x, y), byte(1, x / 2, y / 2), byte(2, x / 2, y / 2))
        default: return nil
        }
    }

    /// The pixel of a luma and two chroma samples (BT.601).
    private static func color(_ luma: UInt8, _ blueness: UInt8, _ redness: UInt8, _ isFull: Bool) -> Pixel {
        let y = isFull ? Double(luma) : 1.164 * (Double(luma) - 16)
        let scale = isFull ? 0.878 : 1
        let (u, v) = (scale * (Double(blueness) - 128), scale * (Double(redness) - 128))
        func clamped(_ value: Double) -> UInt8 { UInt8(min(max(value, 0), 255)) }
        return (clamped(y + 2.018 * u), clamped(y - 0.392 * u - 0.813 * v), clamped(y + 1.596 * v))
    }
}
