package import OrielPictureInPicture

/// A command to the broker: for one player, or a swap of two.
package enum SessionCommand: Hashable, Sendable {
    case player(PlayerCommand)
    case swap(Swap)
    /// A command for one player, with an xdg-activation token for its window.
    case raising(PlayerCommand, activationToken: String)

    /// A request to swap two players. The broker chooses unnamed sides from the last settled state.
    package struct Swap: Hashable, Sendable {
        /// The player that must enter Picture in Picture; nil for either.
        package var into: PlayerIdentifier?
        /// xdg-activation token of the program that received the key press or click; nil if none.
        package var activationToken: String?

        package init(into: PlayerIdentifier? = nil, activationToken: String? = nil) {
            self.into = into
            self.activationToken = activationToken
        }
    }
}

extension SessionCommand: WireValue {
    package func write(to writer: inout MessageWriter) {
        switch self {
        case .player(let command): writer.write(case: 0, command)
        case .swap(let swap): writer.write(case: 1, swap.into, swap.activationToken)
        case .raising(let command, let token): writer.write(case: 2, command, token)
        }
    }

    package init(from reader: inout MessageReader) throws(MessageError) {
        switch try reader.value(UInt8.self) {
        case 0: self = .player(try reader.value())
        case 1: self = .swap(Swap(into: try reader.value(), activationToken: try reader.value()))
        case 2: self = .raising(try reader.value(), activationToken: try reader.value())
        default: throw .value
        }
    }
}
