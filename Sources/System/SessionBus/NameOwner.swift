/// Tracks the owner of a well-known name, from the messages of the bus itself. Pure.
///
/// A bus passes signals and, depending on its policy, answers from any connection to any other, under any interface. It
/// only guarantees the sender's unique name. Therefore a message counts only if its sender owns the name.
package struct NameOwner: Hashable, Sendable {
    /// Name of the bus itself; no connection can have it.
    package static let bus = "org.freedesktop.DBus"

    package enum Sender: Hashable, Sendable {
        /// The bus itself.
        case bus
        /// The connection that owns the name.
        case owner
        /// Any other connection.
        case stranger
    }

    /// The well-known name, such as `org.freedesktop.login1`.
    package let name: String
    /// Unique name of the owning connection; nil if there is none or it isn't known yet.
    package private(set) var unique: String?

    package init(of name: String) { self.name = name }

    package func sender(of message: BusMessage.Header) -> Sender {
        guard let sender = message.sender else { return .stranger }
        if sender == Self.bus { return .bus }
        return sender == unique ? .owner : .stranger
    }

    /// Handles the owner reported by the bus; empty for none.
    /// - Returns: true if the owner has changed.
    package mutating func note(_ owner: String) -> Bool {
        let before = unique
        unique = owner.isEmpty ? nil : owner
        return unique != before
    }
}
