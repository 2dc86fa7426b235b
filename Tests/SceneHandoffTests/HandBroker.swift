import OrielPlatform
import OrielSceneHandoff
import SystemPackage

/// A broker controlled by a test: each packet of a client is passed to `answer`.
final class HandBroker {
    /// A connection from the broker's side.
    final class Guest {
        let socket: SeqPacketSocket
        var conversation = Conversation()
        var token: EventLoop.Token?

        init(_ socket: SeqPacketSocket) { self.socket = socket }
    }

    private let loop: EventLoop
    private let claim: Rendezvous.Claim
    private let version: UInt8
    private let answer: (Envelope) -> [Message]?
    private var guests: [Guest] = []
    /// Number of connections so far.
    private(set) var visits = 0
    private let buffer = PacketBuffer()

    /// - Parameters:
    ///   - version: the protocol version in its answers' headers.
    ///   - answer: returns the answers to a message; nil hangs up.
    init(
        _ rendezvous: Rendezvous, version: UInt8 = UInt8(Envelope.version), _ loop: EventLoop,
        answer: @escaping (Envelope) -> [Message]?
    ) throws {
        guard let claim = try rendezvous.claim(1) else { throw PlatformError("claim", .fileExists) }
        self.claim = claim
        self.loop = loop
        self.version = version
        self.answer = answer
        try loop.watch(claim.listener.number, for: .readable) { [unowned self] _ in
            while let socket = try? claim.listener.accept() { admit(socket) }
        }
    }

    private func admit(_ socket: SeqPacketSocket) {
        visits += 1
        let guest = Guest(socket)
        guests.append(guest)
        guest.token = try? loop.watch(socket.number, for: .readable) { [unowned self, unowned guest] _ in read(guest) }
    }

    private func read(_ guest: Guest) {
        let batch = guest.socket.receiveAll(into: buffer)
        for bytes in batch.messages where guest.token != nil {
            guard let envelope = try? guest.conversation.receive(bytes) else { continue }
            guard let messages = answer(envelope) else { return hangUp(guest) }
            for message in messages {
                var bytes = guest.conversation.send(message, generation: 1, at: .zero)
                bytes[4] = version
                _ = guest.socket.send(bytes)
            }
            if messages.contains(where: { if case .refused = $0 { true } else { false } }) { return hangUp(guest) }
        }
        if case .ended = batch.end { hangUp(guest) }
    }

    private func hangUp(_ guest: Guest) {
        if let token = guest.token { loop.remove(token) }
        guest.token = nil
        guests.removeAll { $0 === guest }
    }
}
