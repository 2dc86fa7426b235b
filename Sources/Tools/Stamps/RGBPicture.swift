public import OrielGeometry

/// An image of 0xXXRRGGBB pixels (Wayland's `xrgb8888`), in rows without padding from the top.
public struct RGBPicture: Hashable, Sendable {
    public let size: Size
    public var pixels: [UInt32]

    /// Creates an image of one colour, by default black.
    public init(size: Size, filledWith pixel: UInt32 = 0xFF00_0000) {
        self.size = size
        pixels = [UInt32](repeating: pixel, count: max(0, size.width) * max(0, size.height))
    }

    /// Creates an image from pixels.
    /// - Precondition: `pixels` has `size.width * size.height` elements.
    public init(size: Size, pixels: [UInt32]) {
        precondition(pixels.count == size.width * size.height, "a picture has one element per pixel")
        self.size = size
        self.pixels = pixels
    }

    /// The pixel at a position inside the image.
    public subscript(x: Int, y: Int) -> UInt32 {
        get { pixels[y * size.width + x] }
        set { pixels[y * size.width + x] = newValue }
    }

    /// Draws another image over this one, clipped to its bounds.
    public mutating func draw(_ other: RGBPicture, at origin: Point) {
        let whole = Rect(origin: .zero, size: size)
        guard let area = whole.intersection(Rect(origin: origin, size: other.size)) else { return }
        for y in area.y..<area.maxY {
            let source = (y - origin.y) * other.size.width + area.x - origin.x
            let target = y * size.width + area.x
            pixels.replaceSubrange(target..<target + area.width, with: other.pixels[source..<source + area.width])
        }
    }

    /// Returns the image at another size; each pixel is the average of the area it covers.
    public func resampled(to target: Size) -> RGBPicture {
        var result = RGBPicture(size: target)
        guard !size.isEmpty, !target.isEmpty else { return result }
        for y in 0..<target.height {
            let rows = Self.span(y, of: target.height, over: size.height)
            for x in 0..<target.width {
                let columns = Self.span(x, of: target.width, over: size.width)
                result[x, y] = average(columns: columns, rows: rows)
            }
        }
        return result
    }

    private static func span(_ position: Int, of count: Int, over length: Int) -> Range<Int> {
        let start = position * length / count
        return start..<max(start + 1, (position + 1) * length / count)
    }

    private func average(columns: Range<Int>, rows: Range<Int>) -> UInt32 {
        var sums = (red: 0, green: 0, blue: 0)
        for y in rows {
            for x in columns {
                let pixel = self[x, y]
                sums.red += Int(pixel >> 16 & 255)
                sums.green += Int(pixel >> 8 & 255)
                sums.blue += Int(pixel & 255)
            }
        }
        let count = columns.count * rows.count
        return 0xFF00_0000 | UInt32(sums.red / count) << 16 | UInt32(sums.green / count) << 8
            | UInt32(sums.blue / count)
    }
}

extension RGBPicture {
    /// Converts 0xXXBBGGRR pixels to 0xXXRRGGBB and back.
    public mutating func exchangeRedAndBlue() {
        pixels.withUnsafeMutableBufferPointer { pixels in
            for index in pixels.indices {
                let pixel = pixels[index]
                pixels[index] = pixel & 0xFF00_FF00 | pixel >> 16 & 255 | (pixel & 255) << 16
            }
        }
    }
}

extension RGBPicture {
    /// Returns the image rotated clockwise by quarter turns.
    public func turned(byQuarters quarters: Int) -> RGBPicture {
        let (width, height) = (size.width, size.height)
        let isUpright = quarters & 1 == 0
        var result = RGBPicture(size: isUpright ? size : Size(width: height, height: width))
        guard !size.isEmpty else { return result }
        pixels.withUnsafeBufferPointer { source in
            result.pixels.withUnsafeMutableBufferPointer { target in
                for y in 0..<height {
                    for x in 0..<width {
                        let place =
                            switch quarters & 3 {
                            case 0: y * width + x
                            case 1: x * height + height - 1 - y
                            case 2: (height - 1 - y) * width + width - 1 - x
                            default: (width - 1 - x) * height + y
                            }
                        target[place] = source[y * width + x]
                    }
                }
            }
        }
        return result
    }
}
