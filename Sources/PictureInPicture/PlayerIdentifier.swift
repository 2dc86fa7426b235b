/// One player in the user's session, by the name its commands use; unique among those registered with the broker.
package struct PlayerIdentifier: RawRepresentable, Hashable, Sendable, Codable, ExpressibleByStringLiteral {
    package var rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }
    package init(stringLiteral value: String) { self.init(rawValue: value) }
}

extension PlayerIdentifier: Comparable, CustomStringConvertible {
    package static func < (left: PlayerIdentifier, right: PlayerIdentifier) -> Bool { left.rawValue < right.rawValue }
    package var description: String { rawValue }
}
