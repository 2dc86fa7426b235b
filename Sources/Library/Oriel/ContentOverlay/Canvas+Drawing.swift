public import OrielGeometry
import OrielMedia
public import OrielSurfaces
import OrielText

extension ContentOverlay.Canvas {
    /// Draws an image over the pixels, as large as its shape allows.
    /// - Parameters:
    ///   - image: scaled to the area.
    ///   - area: in logical pixels from the canvas's upper left corner, where the image lies in the middle; nil for the
    ///     whole canvas. The part beyond the canvas is cut off.
    public func draw(_ image: OverlayImage, in area: Rect? = nil) { draw(image, in: area, cornerRadius: 0) }

    /// Draws an image over the pixels as large as its shape allows, with round corners.
    /// - Parameters:
    ///   - image: scaled to the area.
    ///   - area: as for `draw(_:in:)`.
    ///   - cornerRadius: in logical pixels, of the corners of the image itself.
    public func draw(_ image: OverlayImage, in area: Rect?, cornerRadius: Double) {
        func hardware(_ length: Int) -> Double { Double(length) * scale }
        guard let area else {
            return draw(image, pixels: Rect(origin: .zero, size: size), radius: cornerRadius * scale)
        }
        draw(
            image, at: (hardware(area.x), hardware(area.y)), (hardware(area.width), hardware(area.height)),
            radius: cornerRadius * scale)
    }

    /// Draws an image over an area of hardware pixels.
    func draw(_ image: OverlayImage, pixels area: Rect, radius: Double) {
        draw(
            image, at: (Double(area.x), Double(area.y)), (Double(area.width), Double(area.height)), radius: radius)
    }

    private func draw(
        _ image: OverlayImage, at place: (x: Double, y: Double), _ room: (width: Double, height: Double), radius: Double
    ) {
        let (x, y, width, height) = (place.x, place.y, room.width, room.height)
        let most = Double(OverlayImage.longestSide)
        let share = min(width / Double(image.size.width), height / Double(image.size.height))
        let fitted = (Double(image.size.width) * share, Double(image.size.height) * share)
        guard fitted.0 >= 0.5, fitted.1 >= 0.5, fitted.0 <= most, fitted.1 <= most else { return }
        let target = Size(width: max(1, Int(fitted.0.rounded())), height: max(1, Int(fitted.1.rounded())))
        let corner = (x + (width - fitted.0) / 2, y + (height - fitted.1) / 2)
        guard abs(corner.0) < 1e9, abs(corner.1) < 1e9 else { return }
        let origin = Point(x: Int(corner.0.rounded()), y: Int(corner.1.rounded()))
        var pixels = image.pixels(of: target)
        if radius > 0 {
            let shape = RoundedBox(width: Double(target.width), height: Double(target.height), radius)
            shape.forEachCornerPixel { x, y, share in
                pixels[y * target.width + x] = Self.scaled(pixels[y * target.width + x], by: share)
            }
        }
        draw(TextBitmap(Rect(origin: origin, size: target), pixels: pixels))
    }

    /// Fills an area with a colour, over the pixels.
    /// - Parameters:
    ///   - area: in logical pixels from the canvas's upper left corner; nil for the whole canvas. The part beyond the
    ///     canvas is cut off.
    ///   - color: alpha in the highest byte, then red, green and blue; not premultiplied.
    ///   - cornerRadius: in logical pixels.
    public func fill(_ area: Rect? = nil, color: UInt32, cornerRadius: Double = 0) {
        func hardware(_ length: Int) -> Int { Int((Double(length) * scale).rounded()) }
        let canvas = Rect(origin: .zero, size: size)
        // Larger than any canvas, and far from where a product would overflow.
        let farthest = 1 << 24
        var place = canvas
        if let area {
            guard [area.x, area.y, area.width, area.height].allSatisfy((-farthest...farthest).contains) else { return }
            place = Rect(
                x: hardware(area.x), y: hardware(area.y), width: hardware(area.maxX) - hardware(area.x),
                height: hardware(area.maxY) - hardware(area.y))
        }
        guard let part = place.intersection(canvas), !part.isEmpty else { return }
        let color = color.premultiplied
        let shape = RoundedBox(width: Double(place.width), height: Double(place.height), cornerRadius * scale)
        withPixels { pixels in
            for y in part.y..<part.maxY {
                let row = y * (stride / 4)
                guard cornerRadius > 0 else {
                    for index in row + part.x..<row + part.maxX {
                        pixels[index] = pixels[index] == 0 ? color : TextBitmap.over(color, pixels[index])
                    }
                    continue
                }
                for x in part.x..<part.maxX {
                    let index = row + x
                    let share = shape.coverage(x - place.x, y - place.y)
                    pixels[index] = TextBitmap.over(share == 1 ? color : Self.scaled(color, by: share), pixels[index])
                }
            }
        }
    }

    /// Multiplies all four components of a premultiplied pixel.
    private static func scaled(_ pixel: UInt32, by share: Double) -> UInt32 {
        Swift.stride(from: UInt32(0), through: 24, by: 8).reduce(0) { result, shift in
            result | UInt32((Double(pixel >> shift & 0xFF) * share).rounded()) << shift
        }
    }

    /// Fills the canvas as the ground of a button.
    func fill(isPressed: Bool) {
        withPixels { pixels in
            for index in 0..<pixels.count { pixels[index] = isPressed ? 0xC040_4040 : 0xA000_0000 }
        }
    }

    /// Draws an image in the middle half of the canvas.
    func drawInMiddle(_ image: OverlayImage) {
        let size = frame.size
        draw(image, in: Rect(x: size.width / 4, y: size.height / 4, width: size.width / 2, height: size.height / 2))
    }

    /// Blends a bitmap, whose surface begins at a pixel of the canvas, over the pixels.
    func draw(_ bitmap: TextBitmap, at corner: Point = .zero) {
        guard let part = bitmap.area.offset(by: corner).intersection(Rect(origin: .zero, size: size)) else { return }
        withPixels { pixels in
            for y in part.y..<part.maxY {
                for x in part.x..<part.maxX {
                    let index = y * (stride / 4) + x
                    pixels[index] = TextBitmap.over(bitmap[x - corner.x, y - corner.y], pixels[index])
                }
            }
        }
    }
}
