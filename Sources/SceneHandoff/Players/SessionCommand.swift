package import OrielPictureInPicture

/// What can be asked of the broker: something of one player, or a swap of two.
package enum SessionCommand: Hashable, Sendable {
    case player(PlayerCommand)
    case swap(Swap)

    /// A wish that two players change places. Who they are is resolved on the last finished state.
    package struct Swap: Hashable, Sendable {
        /// The side that is to go into Picture in Picture, where the wish is that definite.
        package var into: PlayerIdentifier?
        /// An xdg-activation token of whoever took the key or the click.
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
        }
    }

    package init(from reader: inout MessageReader) throws(MessageError) {
        switch try reader.integer(UInt8.self) {
        case 0: self = .player(try reader.value())
        case 1: self = .swap(Swap(into: try reader.optional(), activationToken: try reader.optionalString()))
        default: throw .value
        }
    }
}
