package import OrielPictureInPicture

/// Reason why a command failed; its description says what happened and what to do.
package enum CommandFailure: Error, Hashable, Sendable {
    /// No player is registered.
    case noPlayer
    case unknownPlayer(PlayerIdentifier)
    /// The command needs a player in Picture in Picture, and there is none.
    case noneInPictureInPicture
    /// A swap needs a player outside Picture in Picture, and there is none.
    case noPartner
    /// The Picture-in-Picture lifecycle refused the command.
    case refused(PictureInPictureError)
    /// The player's process is stopped or busy.
    case unanswered(PlayerIdentifier)
    /// The player ended before the command was done.
    case ended(PlayerIdentifier)
    /// The player failed, with its own explanation.
    case failed(String)
}

extension CommandFailure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noPlayer: "no player is running; start one with `oriel play MEDIA`"
        case .unknownPlayer(let player): "there is no player \(player); `oriel status` lists those there are"
        case .noneInPictureInPicture: "no player is in Picture in Picture; start it with `oriel toggle`"
        case .noPartner: "there is only one player; start another with `oriel play MEDIA`"
        case .refused(.transitionInProgress):
            "another Picture-in-Picture transition is under way; try again once it is over"
        case .refused(let error): "\(error); nothing changed"
        case .unanswered(let player): "the player \(player) does not answer; continue or quit its process"
        case .ended(let player): "the player \(player) ended; `oriel status` lists those there are"
        case .failed(let sentence): sentence
        }
    }
}

extension CommandFailure: WireValue {
    package func write(to writer: inout MessageWriter) {
        switch self {
        case .noPlayer: writer.write(case: 0)
        case .unknownPlayer(let player): writer.write(case: 1, player)
        case .noneInPictureInPicture: writer.write(case: 2)
        case .noPartner: writer.write(case: 3)
        case .refused(let error): writer.write(case: 4, error)
        case .unanswered(let player): writer.write(case: 5, player)
        case .ended(let player): writer.write(case: 6, player)
        case .failed(let sentence): writer.write(case: 7, sentence)
        }
    }

    package init(from reader: inout MessageReader) throws(MessageError) {
        switch try reader.value(UInt8.self) {
        case 0: self = .noPlayer
        case 1: self = .unknownPlayer(try reader.value())
        case 2: self = .noneInPictureInPicture
        case 3: self = .noPartner
        case 4: self = .refused(try reader.value())
        case 5: self = .unanswered(try reader.value())
        case 6: self = .ended(try reader.value())
        case 7: self = .failed(try reader.value())
        default: throw .value
        }
    }
}
