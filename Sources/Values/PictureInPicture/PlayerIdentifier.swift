/// A player's name in the user's session, used by commands; unique among the broker's registered players.
package struct PlayerIdentifier: RawRepresentable, Hashable, Sendable, Codable, ExpressibleByStringLiteral {
    package var rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }
    package init(stringLiteral value: String) { self.init(rawValue: value) }
}

extension PlayerIdentifier: Comparable, CustomStringConvertible {
    package static func < (left: PlayerIdentifier, right: PlayerIdentifier) -> Bool { left.rawValue < right.rawValue }
    package var description: String { rawValue }
}
