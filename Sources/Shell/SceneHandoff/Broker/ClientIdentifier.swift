/// A connection's number, assigned by the broker's host and never reused.
package struct ClientIdentifier: Hashable, Sendable, Comparable, CustomStringConvertible {
    package var number: UInt32
    package init(_ number: UInt32) { self.number = number }

    package static func < (left: ClientIdentifier, right: ClientIdentifier) -> Bool { left.number < right.number }
    package var description: String { "client \(number)" }
}

/// A player, identified by its connection and its handle on it.
package struct PlayerKey: Hashable, Sendable {
    package var client: ClientIdentifier
    package var handle: PlayerHandle
}
