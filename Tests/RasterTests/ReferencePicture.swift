import OrielGeometry
import OrielMedia
import OrielTestPictures

/// The expected image of a frame at a size: averages of components over each pixel's area and H.273's equations, all in
/// Double and one at a time.
struct ReferencePicture {
    let size: Size
    private var pixels: [[Double]] = []

    subscript(x: Int, y: Int) -> [Double] { pixels[y * size.width + x] }

    init(_ frame: VideoFrame, size: Size) {
        self.size = size
        let isTransposed = frame.rotation == .clockwise90 || frame.rotation == .clockwise270
        let upright = isTransposed ? size.transposed : size
        let planes = (0..<frame.format.componentCount).map { Self.scaled(frame, component: $0, to: upright) }
        let model = ColorModel(format: frame.format, matrix: frame.color.matrix, range: frame.color.range)
        let top = Double((1 << frame.format.bitDepth) - 1)
        for y in 0..<size.height {
            for x in 0..<size.width {
                // Position of this pixel before the clockwise rotation.
                var (column, row) =
                    switch frame.rotation {
                    case .none: (x, y)
                    case .clockwise90: (y, upright.height - 1 - x)
                    case .clockwise180: (upright.width - 1 - x, upright.height - 1 - y)
                    case .clockwise270: (upright.width - 1 - y, x)
                    }
                if frame.isFlipped { column = upright.width - 1 - column }
                let index = row * upright.width + column
                let codes = planes.map { $0[index] }
                let color = model.decode(Array(codes.prefix(frame.format.layout == .gray ? 1 : 3)))
                let coverage = frame.format.hasAlpha ? codes[codes.count - 1] / top : 1
                pixels.append(color.map { $0 * coverage })
            }
        }
    }

    private static func scaled(_ frame: VideoFrame, component: Int, to size: Size) -> [Double] {
        let format = frame.format
        let isChroma = (1...2).contains(component) && !format.isChromaWhole
        let (shiftX, shiftY) = isChroma ? (format.chromaShiftX, format.chromaShiftY) : (0, 0)
        let location = frame.color.chromaLocation
        let across = weights(frame.width, size.width, shiftX, isCosited: location != .center)
        let down = weights(frame.height, size.height, shiftY, isCosited: location == .topLeft)
        let narrow = (0..<((frame.height + (1 << shiftY) - 1) >> shiftY)).map { y in
            let row = (0..<((frame.width + (1 << shiftX) - 1) >> shiftX)).map { frame.code(component, $0, y) }
            return across.map { taps in taps.reduce(0.0) { $0 + row[$1.sample] * $1.weight } }
        }
        return down.flatMap { taps in
            (0..<size.width).map { x in taps.reduce(0.0) { $0 + narrow[$1.sample][x] * $1.weight } }
        }
    }

    /// Returns, for each pixel, the samples below it. A pixel is at least as wide as a sample, so that enlargements are
    /// linear.
    private static func weights(
        _ length: Int, _ pixels: Int, _ shift: Int, isCosited: Bool
    ) -> [[(sample: Int, weight: Double)]] {
        let block = Double(1 << shift)
        let samples = (length + (1 << shift) - 1) >> shift
        return (0..<pixels).map { pixel in
            // In luma samples; the first chroma sample is centred on its block, or on the block's first sample.
            let middle = (Double(pixel) + 0.5) * Double(length) / Double(pixels)
            let half = max(Double(length) / Double(pixels), block) / 2
            let shiftedBy = isCosited ? (block - 1) / 2 : 0
            let from = (middle - half + shiftedBy) / block
            let to = (middle + half + shiftedBy) / block
            return (Int(from.rounded(.down))...Int(to.rounded(.down))).compactMap { sample in
                let overlap = min(to, Double(sample + 1)) - max(from, Double(sample))
                guard overlap > 0 else { return nil }
                return (min(max(sample, 0), samples - 1), overlap / (to - from))
            }
        }
    }
}

extension VideoFrame {
    /// Returns the code of a component's sample in memory.
    fileprivate func code(_ component: Int, _ x: Int, _ y: Int) -> Double {
        let (plane, index, step): (Int, Int, Int) =
            switch format.layout {
            case .planarYUV: (component, 0, 1)
            case .semiPlanarYUV: component == 3 ? (2, 0, 1) : component == 0 ? (0, 0, 1) : (1, component - 1, 2)
            case .gray: (component == 0 ? 0 : 1, 0, 1)
            case .rgba: (0, component, 4)
            case .bgra: (0, [2, 1, 0, 3][component], 4)
            case .planarGBR: ([2, 0, 1, 3][component], 0, 1)
            case .yuyv: (0, [0, 1, 3][component], component == 0 ? 2 : 4)
            case .uyvy: (0, [1, 0, 2][component], component == 0 ? 2 : 4)
            }
        let row = planes[plane].base + y * planes[plane].bytesPerRow
        let offset = (x * step + index) * format.bytesPerComponent
        guard format.bytesPerComponent == 2 else {
            return Double(row.load(fromByteOffset: offset, as: UInt8.self))
        }
        let word = UInt16(littleEndian: row.loadUnaligned(fromByteOffset: offset, as: UInt16.self))
        return Double(format.isHighAligned ? word >> (16 - format.bitDepth) : word)
    }
}

extension PixelFormat {
    /// Whether it has no chroma, or chroma at full resolution.
    fileprivate var isChromaWhole: Bool { chromaShiftX == 0 && chromaShiftY == 0 }

    var componentCount: Int { (layout == .gray ? 1 : 3) + (hasAlpha ? 1 : 0) }
}
