package import OrielMedia

/// Creates frames of any format from a function that returns each sample.
package struct FrameFactory {
    package var format: PixelFormat
    package var width: Int
    package var height: Int
    package var color = ColorDescription()
    /// Additional bytes per row.
    package var padding = 0
    package var rotation = VideoFrame.Rotation.none
    package var isFlipped = false

    package init(
        format: PixelFormat, width: Int, height: Int, color: ColorDescription = ColorDescription(), padding: Int = 0,
        rotation: VideoFrame.Rotation = .none, isFlipped: Bool = false
    ) {
        self.format = format
        self.width = width
        self.height = height
        self.color = color
        self.padding = padding
        self.rotation = rotation
        self.isFlipped = isFlipped
    }

    /// Creates a frame.
    /// - Parameter code: returns the code value of a component at a position in its plane, which may be subsampled.
    ///   Components are in the order of the format's matrix: Y, Cb, Cr or R, G, B; then alpha.
    package func frame(_ code: (_ component: Int, _ x: Int, _ y: Int) -> Int) -> VideoFrame {
        if format.layout == .yuyv || format.layout == .uyvy { return packed(code) }
        let planes = layout.map { components, isChroma in
            Plane(
                components: components,
                width: isChroma ? (width + (1 << format.chromaShiftX) - 1) >> format.chromaShiftX : width,
                height: isChroma ? (height + (1 << format.chromaShiftY) - 1) >> format.chromaShiftY : height)
        }
        let rows = planes.map { $0.width * $0.components.count * format.bytesPerComponent + padding }
        let storage = Storage(count: zip(planes, rows).reduce(0) { $0 + $1.0.height * $1.1 })
        var start = 0
        var result: [VideoFrame.Plane] = []
        for (plane, row) in zip(planes, rows) {
            for y in 0..<plane.height {
                for x in 0..<plane.width {
                    for (index, component) in plane.components.enumerated() {
                        let value = component < 0 ? 255 : code(component, x, y)
                        let offset = start + y * row + (x * plane.components.count + index) * format.bytesPerComponent
                        if format.bytesPerComponent == 1 {
                            storage.bytes.storeBytes(of: UInt8(value), toByteOffset: offset, as: UInt8.self)
                        } else {
                            let word = format.isHighAligned ? value << (16 - format.bitDepth) : value
                            storage.bytes.storeBytes(
                                of: UInt16(word).littleEndian, toByteOffset: offset, as: UInt16.self)
                        }
                    }
                }
            }
            result.append(
                VideoFrame.Plane(
                    base: UnsafeRawPointer(storage.bytes) + start, bytesPerRow: row, width: plane.width,
                    height: plane.height))
            start += plane.height * row
        }
        return VideoFrame(
            format: format, width: width, height: height, planes: result, color: color, rotation: rotation,
            isFlipped: isFlipped, storage: storage)
    }

    /// Creates a frame of a packed format, two pixels at a time.
    private func packed(_ code: (_ component: Int, _ x: Int, _ y: Int) -> Int) -> VideoFrame {
        let row = (width + 1) / 2 * 4 + padding
        let storage = Storage(count: row * height)
        let order = format.layout == .yuyv ? [0, 1, 0, 2] : [1, 0, 2, 0]
        for y in 0..<height {
            for pair in 0..<(width + 1) / 2 {
                for (index, component) in order.enumerated() {
                    let x = component == 0 ? 2 * pair + index / 2 : pair
                    let value = component == 0 && x >= width ? 255 : code(component, x, y)
                    storage.bytes.storeBytes(of: UInt8(value), toByteOffset: y * row + pair * 4 + index, as: UInt8.self)
                }
            }
        }
        let plane = VideoFrame.Plane(
            base: UnsafeRawPointer(storage.bytes), bytesPerRow: row, width: width, height: height)
        return VideoFrame(
            format: format, width: width, height: height, planes: [plane], color: color, rotation: rotation,
            isFlipped: isFlipped, storage: storage)
    }

    private struct Plane {
        var components: [Int]
        var width: Int
        var height: Int
    }

    /// Components of each plane; −1 is filler.
    private var layout: [(components: [Int], isChroma: Bool)] {
        let alpha: [([Int], Bool)] = format.hasAlpha ? [([3], false)] : []
        return switch format.layout {
        case .planarYUV: [([0], false), ([1], true), ([2], true)] + alpha
        case .semiPlanarYUV: [([0], false), ([1, 2], true)] + alpha
        case .gray, .yuyv, .uyvy: [([0], false)] + alpha
        case .rgba: [([0, 1, 2, format.hasAlpha ? 3 : -1], false)]
        case .bgra: [([2, 1, 0, format.hasAlpha ? 3 : -1], false)]
        case .planarGBR: [([1], false), ([2], false), ([0], false)] + alpha
        }
    }
}

/// Bytes of a frame, filled with a pattern that reveals padding read as samples.
private final class Storage: @unchecked Sendable {  // Written before the frame is made, never after.
    let bytes: UnsafeMutableRawPointer

    init(count: Int) {
        bytes = .allocate(byteCount: max(count, 1), alignment: 16)
        for index in 0..<count { bytes.storeBytes(of: index % 2 == 0 ? 0 : 255, toByteOffset: index, as: UInt8.self) }
    }

    deinit { bytes.deallocate() }
}
