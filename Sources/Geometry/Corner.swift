/// A corner of an output, spelled as `oriel move` does.
public enum Corner: String, Sendable, Hashable, Codable, CaseIterable {
    case topLeft = "top-left"
    case topRight = "top-right"
    case bottomLeft = "bottom-left"
    case bottomRight = "bottom-right"

    public init(isTop: Bool, isLeft: Bool) {
        switch (isTop, isLeft) {
        case (true, true): self = .topLeft
        case (true, false): self = .topRight
        case (false, true): self = .bottomLeft
        case (false, false): self = .bottomRight
        }
    }

    public var isTop: Bool { self == .topLeft || self == .topRight }
    public var isLeft: Bool { self == .topLeft || self == .bottomLeft }

    /// The corner across, which stays put while this one is dragged.
    public var opposite: Corner { Corner(isTop: !isTop, isLeft: !isLeft) }
}
