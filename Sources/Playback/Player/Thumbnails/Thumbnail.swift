package import OrielGeometry
import OrielMedia
import OrielRaster

/// Thumbnail of a frame, with a light border and round corners.
package struct Thumbnail: Hashable, Sendable {
    package let size: Size
    /// Premultiplied pixels with alpha in the highest byte and blue in the lowest; rows without padding.
    package let pixels: [UInt32]

    package init(size: Size, pixels: [UInt32]) {
        self.size = size
        self.pixels = pixels
    }

    /// Size in memory, in bytes.
    package var bytes: Int { pixels.count * 4 }

    /// Draws a frame as large as fits.
    /// - Parameter line: width of the border, in pixels.
    /// - Returns: nil if the frame can't be drawn.
    init?(_ frame: VideoFrame, within limit: Size, line: Int, by raster: Raster) {
        let room = Size(width: limit.width - 2 * line, height: limit.height - 2 * line)
        guard room.width > 0, room.height > 0 else { return nil }
        let inner = ContentFit(frame).destination(in: room).size
        guard !inner.isEmpty else { return nil }
        let size = Size(width: inner.width + 2 * line, height: inner.height + 2 * line)
        var pixels = [UInt32](repeating: Self.lineColor, count: size.width * size.height)
        let isDrawn = pixels.withUnsafeMutableBytes { memory in
            guard let base = memory.baseAddress else { return false }
            let buffer = RasterBuffer(base: base, size: size, bytesPerRow: size.width * 4)
            let place = Rect(origin: Point(x: line, y: line), size: inner)
            do throws(RasterError) { try raster.draw(frame, into: buffer, at: place) } catch { return false }
            return true
        }
        guard isDrawn else { return nil }
        self.size = size
        RoundedBox(width: Double(size.width), height: Double(size.height), Double(4 * line)).forEachCornerPixel {
            x, y, coverage in
            pixels[y * size.width + x] = Self.scaled(pixels[y * size.width + x], by: coverage)
        }
        self.pixels = pixels
    }

    /// The colour of the controls' plates, premultiplied.
    private static let lineColor: UInt32 = 0xC208_0809

    private static func scaled(_ pixel: UInt32, by share: Double) -> UInt32 {
        [0, 8, 16, 24].reduce(0) { result, shift in
            result | UInt32((Double(pixel >> UInt32(shift) & 255) * share).rounded()) << UInt32(shift)
        }
    }
}
