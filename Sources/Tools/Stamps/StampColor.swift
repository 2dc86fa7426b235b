/// Background colour that identifies a stamped stream. Each channel is either high or low, so that it survives video
/// conversion, chroma subsampling, scaling and a palette.
public enum StampColor: UInt8, CaseIterable, Hashable, Sendable, Codable {
    // Raw values: one bit per channel, red 4, green 2, blue 1. 0 and 7 are the cells' black and white.
    case blue = 1
    case green = 2
    case cyan = 3
    case red = 4
    case magenta = 5
    case yellow = 6

    /// Values of a high and a low channel.
    static let high: UInt8 = 219
    static let low: UInt8 = 36

    /// Red, green and blue, 0–255.
    public var rgb: (red: UInt8, green: UInt8, blue: UInt8) {
        (
            rawValue & 4 != 0 ? Self.high : Self.low, rawValue & 2 != 0 ? Self.high : Self.low,
            rawValue & 1 != 0 ? Self.high : Self.low
        )
    }

    /// Name of the colour, as in `oriel-lab clip --stream`.
    public var name: String { "\(self)" }

    /// Creates the colour with this name; nil if there is none.
    public init?(name: String) {
        guard let match = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = match
    }
}
