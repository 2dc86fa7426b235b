/// A width and a height, in the units its user names: surface-local, buffer or output-logical.
public struct Size: Hashable, Sendable, Codable {
    public var width: Int
    public var height: Int

    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    public static let zero = Size(width: 0, height: 0)

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
    public var description: String { "\(width)x\(height)" }
}
