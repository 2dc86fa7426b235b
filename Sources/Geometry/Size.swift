/// A width and a height, in the units its user names: surface-local, buffer or output-logical.
public struct Size: Hashable, Sendable, Codable {
    /// From left to right.
    public var width: Int
    /// From top to bottom.
    public var height: Int

    /// A size of this width and height.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// No width and no height.
    public static let zero = Size(width: 0, height: 0)

    /// It covers nothing.
    public var isEmpty: Bool { width <= 0 || height <= 0 }

    /// No larger than `other`, and no side shorter than `shortest`: for what comes from outside.
    public func limited(to other: Size, shortest: Int = 1) -> Size {
        Size(
            width: max(shortest, min(width, other.width)), height: max(shortest, min(height, other.height)))
    }

    /// Width and height exchanged, as a quarter turn does.
    public var transposed: Size { Size(width: height, height: width) }
}

extension Size: CustomStringConvertible {
    /// As 1280x720.
    public var description: String { "\(width)x\(height)" }
}
