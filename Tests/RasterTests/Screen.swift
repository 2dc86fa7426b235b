import OrielGeometry
import OrielMedia
import OrielRaster

/// A buffer with padding and guards around it.
final class Screen {
    static let untouched: UInt8 = 0xA5

    let size: Size
    let bytesPerRow: Int
    let memory: GuardedMemory
    var buffer: RasterBuffer { RasterBuffer(base: memory.bytes, size: size, bytesPerRow: bytesPerRow) }

    init(_ width: Int, _ height: Int, padding: Int = 0, at end: GuardedMemory.End = .back) {
        size = Size(width: width, height: height)
        bytesPerRow = width * 4 + padding
        // The last row has no padding: it may end with the memory.
        memory = GuardedMemory(count: max(bytesPerRow * height - padding, 1), at: end)
        memory.bytes.initializeMemory(as: UInt8.self, repeating: Self.untouched, count: memory.count)
    }

    /// Draws over all of it, or at a destination.
    func draw(_ frame: VideoFrame, with raster: Raster, at destination: Rect? = nil, bands: Int? = nil) throws {
        try raster.draw(frame, into: buffer, at: destination ?? Rect(origin: .zero, size: size), bands: bands)
    }

    var bytes: [UInt8] { Array(UnsafeRawBufferPointer(start: memory.bytes, count: memory.count)) }

    /// Red, green, blue and filler of a pixel.
    subscript(x: Int, y: Int) -> [Int] {
        let pixel = memory.bytes + y * bytesPerRow + x * 4
        return [2, 1, 0, 3].map { Int(pixel.load(fromByteOffset: $0, as: UInt8.self)) }
    }

    /// Whether all bytes outside a rectangle, including padding, are unchanged.
    func isUntouched(outside rect: Rect) -> Bool {
        let bytes = bytes
        return bytes.indices.allSatisfy { index in
            let (y, x) = (index / bytesPerRow, index % bytesPerRow / 4)
            let isInside = x < size.width && rect.contains(Point(x: x, y: y))
            return isInside || bytes[index] == Self.untouched
        }
    }

    /// Returns the mean and maximum difference to an image, 0 to 255.
    func difference(to picture: ReferencePicture) -> (mean: Double, max: Double) {
        var sum = 0.0
        var largest = 0.0
        for y in 0..<size.height {
            for x in 0..<size.width {
                let (seen, wanted) = (self[x, y], picture[x, y])
                for component in 0..<3 {
                    let error = abs(Double(seen[component]) - wanted[component])
                    sum += error
                    largest = max(largest, error)
                }
                if seen[3] != 255 { largest = 255 }
            }
        }
        return (sum / Double(size.width * size.height * 3), largest)
    }
}
