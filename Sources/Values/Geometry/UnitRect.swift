/// A rectangle in parts of a width and a height; y points downwards. 0 is the left and the upper side, 1 the right and
/// the lower one.
public struct UnitRect: Hashable, Sendable, Codable {
    /// Position of the left side.
    public var x: Double
    /// Position of the upper side.
    public var y: Double
    /// Width, from left to right.
    public var width: Double
    /// Height, from top to bottom.
    public var height: Double

    /// Creates a rectangle.
    public init(x: Double, y: Double, width: Double, height: Double) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }

    /// Creates the rectangle of pixels in a picture of a size; `whole` if the size is empty.
    public init(_ pixels: Rect, of size: Size) {
        guard !size.isEmpty else { self = .whole; return }
        let (width, height) = (Double(size.width), Double(size.height))
        self.init(
            x: Double(pixels.x) / width, y: Double(pixels.y) / height, width: Double(pixels.width) / width,
            height: Double(pixels.height) / height)
    }

    /// All of it.
    public static let whole = UnitRect(x: 0, y: 0, width: 1, height: 1)

    /// The part inside `whole`; nil if there is none, or if a number isn't finite.
    public var clamped: UnitRect? {
        if x >= 0, y >= 0, width > 0, height > 0, x + width <= 1, y + height <= 1 { return self }
        let (left, top) = (max(x, 0), max(y, 0))
        let result = UnitRect(
            x: left, y: top, width: min(x + width, 1) - left, height: min(y + height, 1) - top)
        // Comparisons with a number that isn't one are false.
        return width > 0 && height > 0 && result.width > 0 && result.height > 0 ? result : nil
    }

    /// Whether two rectangles have a point inside both.
    package func intersects(_ other: UnitRect) -> Bool {
        x < other.x + other.width && other.x < x + width && y < other.y + other.height && other.y < y + height
    }

    /// The nearest rectangle of whole pixels in a picture of a size, of a pixel at least.
    public func pixels(of size: Size) -> Rect {
        func side(_ start: Double, _ length: Double, _ all: Int) -> (start: Int, length: Int) {
            let first = min(max(0, Int((start * Double(all)).rounded())), max(0, all - 1))
            let end = min(max(first + 1, Int(((start + length) * Double(all)).rounded())), all)
            return (first, end - first)
        }
        guard let part = clamped, !size.isEmpty else { return Rect(origin: .zero, size: size) }
        let (across, down) = (side(part.x, part.width, size.width), side(part.y, part.height, size.height))
        return Rect(x: across.start, y: down.start, width: across.length, height: down.length)
    }

    /// The same part after quarter turns clockwise of the whole.
    package func turned(quarters: Int) -> UnitRect {
        switch (quarters % 4 + 4) % 4 {
        case 1: UnitRect(x: 1 - y - height, y: x, width: height, height: width)
        case 2: UnitRect(x: 1 - x - width, y: 1 - y - height, width: width, height: height)
        case 3: UnitRect(x: y, y: 1 - x - width, width: height, height: width)
        default: self
        }
    }

    /// The same part after mirroring the whole left to right.
    package var mirrored: UnitRect { UnitRect(x: 1 - x - width, y: y, width: width, height: height) }
}
