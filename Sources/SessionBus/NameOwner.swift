/// Decides which connections speak for a well-known name, from what the bus itself tells. Pure.
///
/// A bus passes signals and, depending on its policy, answers of any connection to any other, under any interface; it vouches
/// for the sender's unique name alone. So a message counts only if its sender owns the name.
package struct NameOwner: Hashable, Sendable {
    /// Name of the bus itself; no connection can have it.
    package static let bus = "org.freedesktop.DBus"

    package enum Sender: Hashable, Sendable {
        /// The bus.
        case bus
        /// The connection that owns the name.
        case owner
        /// Any other connection.
        case stranger
    }

    /// The well-known name, such as `org.freedesktop.login1`.
    package let name: String
    /// Unique name of the connection that has it; nil while none has it, or before the bus has told.
    package private(set) var unique: String?

    package init(of name: String) { self.name = name }

    package func sender(of message: BusMessage.Header) -> Sender {
        guard let sender = message.sender else { return .stranger }
        if sender == Self.bus { return .bus }
        return sender == unique ? .owner : .stranger
    }

    /// Takes the owner that the bus tells of, empty for none.
    /// - Returns: whether another connection has the name now than before.
    package mutating func note(_ owner: String) -> Bool {
        let before = unique
        unique = owner.isEmpty ? nil : owner
        return unique != before
    }
}
