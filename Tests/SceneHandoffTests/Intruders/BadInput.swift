import Glibc
import OrielPictureInPicture
import OrielPlatform
import OrielSceneHandoff

/// Input that ends a client's connection, and no other.
enum BadInput: CaseIterable {
    case nothingAtAll, garbage, foreign, truncated, surplus, futureVersion, otherVersion, unknownKind, impossibleValue
    case oversizedPacket, oversizedString, oversizedList
    case replayed, skipped, falseAcknowledgement
    case notGreeted, greetedTwice, brokersOwnMessage, registeredTwice, tooManyPlayers, tooManyQuestions

    private static let handle = PlayerHandle(rawValue: 1)
    private static let ticket = Ticket(rawValue: 1)

    func send(by stranger: Stranger) {
        switch self {
        case .nothingAtAll: _ = Glibc.send(stranger.socket.number, "", 0, Int32(MSG_NOSIGNAL))
        case .garbage: stranger.send((0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 167 ^ ($0 >> 3)) })
        case .foreign: stranger.send(Array("GET / HTTP/1.1\r\nHost: oriel\r\n\r\n".utf8))
        case .oversizedPacket:
            let bytes = [UInt8](repeating: 0x4F, count: SeqPacketSocket.maximumMessageSize + 1)
            _ = Glibc.send(stranger.socket.number, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        case .notGreeted: stranger.send(.status(Self.ticket))
        case .greetedTwice:
            stranger.greet()
            stranger.send(.hello(.commands), generation: 0)
        case .brokersOwnMessage:
            stranger.greet(.players)
            stranger.send(.event(Self.handle, .lost))
        case .registeredTwice:
            stranger.greet(.players)
            for _ in 0..<2 { stranger.send(.register(Self.handle, PlayerRegistration(identifier: "s"))) }
        case .tooManyPlayers:
            stranger.greet(.players)
            for number in 0..<65 {
                stranger.send(.register(PlayerHandle(rawValue: UInt32(number)), PlayerRegistration(identifier: "s")))
            }
        case .tooManyQuestions:
            stranger.greet()
            // The players, in this thread, answer none.
            while stranger.send(.status(Self.ticket)) {}
        case .replayed:
            stranger.greet()
            let bytes = stranger.conversation.send(.status(Self.ticket), generation: 1, at: .zero)
            stranger.send(bytes)
            stranger.send(bytes)
        case .skipped:
            stranger.greet()
            _ = stranger.conversation.send(.status(Self.ticket), generation: 1, at: .zero)
            stranger.send(.status(Self.ticket))
        case .falseAcknowledgement:
            stranger.greet()
            stranger.send(Envelope(generation: 1, sequence: 0, acknowledged: 99, message: .acknowledge).bytes)
        default:
            stranger.greet(.players)
            stranger.send(broken(stranger.conversation.send(message, generation: 1, at: .zero)))
        }
    }

    private var message: Message {
        .register(Self.handle, PlayerRegistration(identifier: "stranger", report: Samples.reports[1]))
    }

    /// Returns a valid packet with one fault. The name's length is at 28, after the header and the handle.
    private func broken(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        switch self {
        case .truncated: bytes.removeLast(5)
        case .surplus: bytes.append(0)
        case .otherVersion: bytes[4] = 2
        case .futureVersion: bytes[4] = 9
        case .unknownKind: bytes[6] = 200
        case .impossibleValue: bytes[38] = 77
        case .oversizedString: bytes[29] = 0xFF
        case .oversizedList:
            let event = HandoffEvent(
                .paused, at: .zero, fields: [.init("x", .bool(true))])
            bytes = Envelope(generation: 1, sequence: 2, message: .publish(Self.handle, event)).bytes
            bytes[bytes.count - 6] = 0xFF
        default: break
        }
        return bytes
    }
}
