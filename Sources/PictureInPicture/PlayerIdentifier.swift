/// One player in the user's session, by the name its commands use; unique among those registered with the broker.
public struct PlayerIdentifier: RawRepresentable, Hashable, Sendable, Codable, ExpressibleByStringLiteral {
    public var rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral value: String) { self.init(rawValue: value) }
}

extension PlayerIdentifier: Comparable, CustomStringConvertible {
    public static func < (left: PlayerIdentifier, right: PlayerIdentifier) -> Bool { left.rawValue < right.rawValue }
    public var description: String { rawValue }
}
