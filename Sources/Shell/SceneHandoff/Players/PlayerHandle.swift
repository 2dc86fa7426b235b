/// A player's number, assigned by its process and unique on its connection.
package struct PlayerHandle: RawRepresentable, Hashable, Sendable {
    package var rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }
}

extension PlayerHandle: WireValue {}

/// Number of a question until its answer, assigned by the asking side.
package struct Ticket: RawRepresentable, Hashable, Sendable {
    package var rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }
}

extension Ticket: WireValue {}
