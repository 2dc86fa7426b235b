/// A width and a height, in units that its use defines: surface-local, buffer or logical pixels.
public struct Size: Hashable, Sendable, Codable {
    /// Width, from left to right.
    public var width: Int
    /// Height, from top to bottom.
    public var height: Int

    /// Creates a size.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// The empty size.
    public static let zero = Size(width: 0, height: 0)

    /// True if the size has no area.
    public var isEmpty: Bool { width <= 0 || height <= 0 }

    /// Returns the size limited to `other`, with no side shorter than `shortest`; for untrusted input.
    public func limited(to other: Size, shortest: Int = 1) -> Size {
        Size(
            width: max(shortest, min(width, other.width)), height: max(shortest, min(height, other.height)))
    }

    /// The size with width and height exchanged, as after a quarter turn.
    public var transposed: Size { Size(width: height, height: width) }
}

extension Size: CustomStringConvertible {
    /// The size as text, such as 1280x720.
    public var description: String { "\(width)x\(height)" }
}
