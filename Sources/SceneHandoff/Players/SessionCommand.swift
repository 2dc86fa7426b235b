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
        case .player(let command):
            writer.write(UInt8(0))
            writer.write(command)
        case .swap(let swap):
            writer.write(UInt8(1))
            writer.write(swap.into)
            writer.write(swap.activationToken)
        case .raising(let command, let token):
            writer.write(UInt8(2))
            writer.write(command)
            writer.write(token)
        }
    }

    package init(from reader: inout MessageReader) throws(MessageError) {
        switch try reader.integer(UInt8.self) {
        case 0: self = .player(try reader.value())
        case 1: self = .swap(Swap(into: try reader.optional(), activationToken: try reader.optionalString()))
        case 2: self = .raising(try reader.value(), activationToken: try reader.string())
        default: throw .value
        }
    }
}
