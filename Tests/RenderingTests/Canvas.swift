import OrielGeometry
import OrielMedia
import OrielRendering

/// A context without display, with pixels read back from it. Used within one synchronous test, so on one thread.
final class Canvas {
    let context: GraphicsContext
    let target: OffscreenTarget

    init(_ width: Int, _ height: Int) throws {
        context = try GraphicsContext.surfaceless()
        target = try OffscreenTarget(in: context, size: Size(width: width, height: height))
    }

    /// Draws one frame over the whole canvas, or as placed by `change`.
    func pixels(
        of frame: VideoFrame, background: Color = .black, _ change: (inout Picture) -> Void = { _ in }
    ) throws -> Pixels {
        let texture = FrameTexture(context)
        try texture.upload(frame)
        var picture = Picture(texture: texture, destination: Rect(origin: .zero, size: target.size))
        change(&picture)
        try context.draw(picture, background: background, into: target)
        return try read()
    }

    func read() throws -> Pixels { Pixels(size: target.size, bytes: try target.readPixels()) }

    func finish() {
        target.finish()
        context.finish()
    }
}

extension OffscreenTarget {
    /// Returns the pixels as four bytes each, red first; rows from the top, without padding.
    func readPixels() throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: size.width * size.height * 4)
        try bytes.withUnsafeMutableBytes { try copyPixels(into: $0, stride: size.width * 4) }
        for start in stride(from: 0, to: bytes.count, by: 4) { bytes.swapAt(start, start + 2) }
        return bytes
    }
}

/// RGBA bytes in rows from the top.
struct Pixels: Equatable {
    var size: Size
    var bytes: [UInt8]

    subscript(x: Int, y: Int) -> [Int] {
        let start = (y * size.width + x) * 4
        return bytes[start..<start + 4].map { Int($0) }
    }

    /// Returns the mean and maximum difference to another image over red, green and blue, 0 to 255.
    func difference(to expected: (_ x: Int, _ y: Int) -> [Double]) -> (mean: Double, max: Double) {
        var sum = 0.0
        var largest = 0.0
        for y in 0..<size.height {
            for x in 0..<size.width {
                for (seen, wanted) in zip(self[x, y], expected(x, y)) {
                    sum += abs(Double(seen) - wanted)
                    largest = max(largest, abs(Double(seen) - wanted))
                }
            }
        }
        return (sum / Double(size.width * size.height * 3), largest)
    }
}
