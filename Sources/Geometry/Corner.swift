/// A corner of an output, spelled as `oriel move` does.
public enum Corner: String, Sendable, Hashable, Codable, CaseIterable {
    /// Top left.
    case topLeft = "top-left"
    /// Top right.
    case topRight = "top-right"
    /// Bottom left.
    case bottomLeft = "bottom-left"
    /// Bottom right.
    case bottomRight = "bottom-right"

    /// The corner at these two edges.
    public init(isTop: Bool, isLeft: Bool) {
        switch (isTop, isLeft) {
        case (true, true): self = .topLeft
        case (true, false): self = .topRight
        case (false, true): self = .bottomLeft
        case (false, false): self = .bottomRight
        }
    }

    /// It is at the upper edge.
    public var isTop: Bool { self == .topLeft || self == .topRight }
    /// It is at the left edge.
    public var isLeft: Bool { self == .topLeft || self == .bottomLeft }

    /// The corner across, which stays put while this one is dragged.
    public var opposite: Corner { Corner(isTop: !isTop, isLeft: !isLeft) }
}
