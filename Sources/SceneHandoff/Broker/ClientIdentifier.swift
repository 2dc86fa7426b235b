/// One connection, as the broker's host numbers them; never used twice.
package struct ClientIdentifier: Hashable, Sendable, Comparable, CustomStringConvertible {
    package var number: UInt32
    package init(_ number: UInt32) { self.number = number }

    package static func < (left: ClientIdentifier, right: ClientIdentifier) -> Bool { left.number < right.number }
    package var description: String { "client \(number)" }
}

/// One player of one connection.
package struct PlayerKey: Hashable, Sendable {
    package var client: ClientIdentifier
    package var handle: PlayerHandle

    package init(client: ClientIdentifier, handle: PlayerHandle) {
        self.client = client
        self.handle = handle
    }
}
