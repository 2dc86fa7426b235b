package import OrielGeometry
package import OrielPictureInPicture

/// A message between the broker and a client. The first group goes to the broker, the second comes from it.
package enum Message: Hashable, Sendable {
    /// First message of a connection: the client's role.
    case hello(Role)
    case register(PlayerHandle, PlayerRegistration)
    case report(PlayerHandle, PlayerReport)
    /// A request from a player's session.
    case request(PlayerHandle, BrokerRequest)
    case publish(PlayerHandle, HandoffEvent)
    /// A command is done, or has failed.
    case performed(Ticket, CommandFailure?)
    /// A player's state, in answer to `query`.
    case snapshot(Ticket, PlayerHandle, [UInt8])
    /// Sends a command; its token identifies it if it is repeated to a new broker.
    case command(Ticket, SessionCommand, target: PlayerIdentifier?, token: UInt64)
    /// Requests all players' states.
    case status(Ticket)
    /// Requests all players' states and then all further events.
    case watch(Ticket)
    /// Only to be acknowledged: shows that the reader's process isn't stopped. From a client that waits for a command,
    /// the broker passes it on to the command's player.
    case probe

    /// Answers `hello`; the header has the broker's generation.
    case welcome
    /// The broker hangs up, for this reason.
    case refused(Refusal = .full)
    /// The name assigned to a player.
    case registered(PlayerHandle, PlayerIdentifier)
    /// An event for a player's session.
    case event(PlayerHandle, BrokerEvent)
    /// Requests a player to perform a command and answer with `performed`.
    case perform(Ticket, PlayerHandle, PlayerCommand, token: UInt64)
    /// Requests all players of this connection to answer with `snapshot`.
    case query(Ticket)
    /// A player's gain beside other players, 0 to 1.
    case gain(PlayerHandle, Double)
    /// A swap has begun that will probably restore this player's window in this mode.
    case expected(PlayerHandle, WindowMode)
    /// Whether there is another player that this one can swap with.
    case offered(PlayerHandle, Bool)
    /// Placements of the other overlays, to be kept clear of by a player whose start is granted next.
    case neighbours(PlayerHandle, [Placement])
    /// Token with which this player may raise its window in the next command (xdg-activation).
    case raising(PlayerHandle, String)
    /// A command has reached its player.
    case accepted(Ticket)
    /// End of a command or request, with its failure.
    case outcome(Ticket, CommandFailure?)
    /// A player's state, in answer to `status`.
    case player(Ticket, PlayerIdentifier, [UInt8])
    /// An event for watching clients: its number, its player, and the player's state if it is a snapshot.
    case happened(UInt64, PlayerIdentifier?, HandoffEvent, [UInt8])

    /// All messages up to the header's acknowledged number were received. Has no number itself.
    case acknowledge
    /// A message of an unknown kind that may be skipped: acknowledged, and otherwise ignored.
    case unknown(UInt16)

    /// Kind of client.
    package enum Role: UInt8, Hashable, Sendable {
        /// A process with players, or about to have some.
        case players = 0
        /// A process that sends commands and ends.
        case commands = 1
    }
}

extension Message.Role: WireValue {}

extension Message {
    /// First kind that may be skipped if unknown; lower kinds must be known.
    package static let firstSkippableKind: UInt16 = 0x8000

    /// Number of the kind in the header; never reused for another.
    var kind: UInt16 {
        switch self {
        case .hello: 1
        case .register: 2
        case .report: 3
        case .request: 4
        case .publish: 5
        case .performed: 6
        case .snapshot: 7
        case .command: 8
        case .status: 9
        case .watch: 10
        case .welcome: 32
        case .refused: 33
        case .registered: 34
        case .event: 35
        case .perform: 36
        case .query: 37
        case .accepted: 38
        case .outcome: 39
        case .player: 40
        case .happened: 41
        case .acknowledge: 64
        case .gain: Self.firstSkippableKind
        case .expected: Self.firstSkippableKind + 1
        case .offered: Self.firstSkippableKind + 2
        case .neighbours: Self.firstSkippableKind + 3
        case .raising: Self.firstSkippableKind + 4
        case .probe: Self.firstSkippableKind + 5
        case .unknown(let kind): kind
        }
    }

    func write(to writer: inout MessageWriter) {
        switch self {
        case .hello(let role): writer.write(role)
        case .register(let player, let registration): writer.write(player, registration)
        case .report(let player, let report): writer.write(player, report)
        case .request(let player, let request): writer.write(player, request)
        case .publish(let player, let event): writer.write(player, event)
        case .performed(let ticket, let failure), .outcome(let ticket, let failure): writer.write(ticket, failure)
        case .snapshot(let ticket, let player, let bytes):
            writer.write(ticket, player)
            writer.write(blob: bytes)
        case .command(let ticket, let command, let target, let token): writer.write(ticket, command, target, token)
        case .status(let ticket), .watch(let ticket), .query(let ticket), .accepted(let ticket): writer.write(ticket)
        case .welcome, .acknowledge, .unknown, .probe: break
        case .refused(let refusal): writer.write(refusal)
        case .registered(let player, let identifier): writer.write(player, identifier)
        case .event(let player, let event): writer.write(player, event)
        case .perform(let ticket, let player, let command, let token): writer.write(ticket, player, command, token)
        case .gain(let player, let gain): writer.write(player, Int((gain * 1000).rounded()))
        case .expected(let player, let mode): writer.write(player, mode)
        case .offered(let player, let isOffered): writer.write(player, isOffered)
        case .neighbours(let player, let placements):
            writer.write(player)
            writer.write(list: placements)
        case .raising(let player, let token): writer.write(player, token)
        case .player(let ticket, let identifier, let bytes):
            writer.write(ticket, identifier)
            writer.write(blob: bytes)
        case .happened(let number, let player, let event, let bytes):
            writer.write(number, player, event)
            writer.write(blob: bytes)
        }
    }

    init(kind: UInt16, from reader: inout MessageReader) throws(MessageError) {
        switch kind {
        case 1: self = .hello(try reader.value())
        case 2: self = .register(try reader.value(), try reader.value())
        case 3: self = .report(try reader.value(), try reader.value())
        case 4: self = .request(try reader.value(), try reader.value())
        case 5: self = .publish(try reader.value(), try reader.value())
        case 6: self = .performed(try reader.value(), try reader.value())
        case 7: self = .snapshot(try reader.value(), try reader.value(), try reader.blob())
        case 8:
            self = .command(
                try reader.value(), try reader.value(), target: try reader.value(), token: try reader.value())
        case 9: self = .status(try reader.value())
        case 10: self = .watch(try reader.value())
        case 32: self = .welcome
        case 33: self = .refused(try reader.value())
        case 34: self = .registered(try reader.value(), try reader.value())
        case 35: self = .event(try reader.value(), try reader.value())
        case 36:
            self = .perform(
                try reader.value(), try reader.value(), try reader.value(), token: try reader.value())
        case 37: self = .query(try reader.value())
        case 38: self = .accepted(try reader.value())
        case 39: self = .outcome(try reader.value(), try reader.value())
        case 40: self = .player(try reader.value(), try reader.value(), try reader.blob())
        case 41:
            self = .happened(try reader.value(), try reader.value(), try reader.value(), try reader.blob())
        case 64: self = .acknowledge
        case Self.firstSkippableKind:
            let player = try reader.value(PlayerHandle.self)
            let thousandths = try reader.value(Int.self)
            guard (0...1000).contains(thousandths) else { throw .value }
            self = .gain(player, Double(thousandths) / 1000)
        case Self.firstSkippableKind + 1:
            self = .expected(try reader.value(), try reader.value())
        case Self.firstSkippableKind + 2:
            self = .offered(try reader.value(), try reader.value())
        case Self.firstSkippableKind + 3:
            self = .neighbours(try reader.value(), try reader.list())
        case Self.firstSkippableKind + 4:
            self = .raising(try reader.value(), try reader.value())
        case Self.firstSkippableKind + 5: self = .probe
        case Self.firstSkippableKind...: self = .unknown(kind)
        default: throw .kind(kind)
        }
    }
}
