/// A corner of an output, named as in `oriel move`.
public enum Corner: String, Sendable, Hashable, Codable, CaseIterable {
    /// The top left corner.
    case topLeft = "top-left"
    /// The top right corner.
    case topRight = "top-right"
    /// The bottom left corner.
    case bottomLeft = "bottom-left"
    /// The bottom right corner.
    case bottomRight = "bottom-right"

    /// Creates the corner at these two edges.
    public init(isTop: Bool, isLeft: Bool) {
        switch (isTop, isLeft) {
        case (true, true): self = .topLeft
        case (true, false): self = .topRight
        case (false, true): self = .bottomLeft
        case (false, false): self = .bottomRight
        }
    }

    /// True if the corner is at the upper edge.
    public var isTop: Bool { self == .topLeft || self == .topRight }
    /// True if the corner is at the left edge.
    public var isLeft: Bool { self == .topLeft || self == .bottomLeft }

    /// The diagonally opposite corner, which stays in place while this one is dragged.
    public var opposite: Corner { Corner(isTop: !isTop, isLeft: !isLeft) }
}
