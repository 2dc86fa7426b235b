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

    /// Width and height exchanged, as a quarter turn does.
    public var transposed: Size { Size(width: height, height: width) }
}

extension Size: CustomStringConvertible {
    public var description: String { "\(width)x\(height)" }
}
