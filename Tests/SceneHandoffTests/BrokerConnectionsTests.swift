import OrielPictureInPicture
import OrielSceneHandoff
import Testing

@Suite struct SwitchboardTests {
    /// A client that reads all and acknowledges nothing must not fill the broker's memory.
    @Test func whoNeverAcknowledgesIsOut() {
        var server = BrokerConnections(Broker(Broker.Configuration(generation: 1)))
        let (watcher, speaker) = (ClientIdentifier(1), ClientIdentifier(2))
        var conversations = [watcher: Conversation(), speaker: Conversation()]
        var closed: [ClientIdentifier] = []
        func send(_ message: Message, _ client: ClientIdentifier) {
            let generation: UInt32 = if case .hello = message { 0 } else { 1 }
            guard let bytes = conversations[client]?.send(message, generation: generation, at: .zero) else { return }
            for case .close(let client) in server.handle(.packet(bytes, from: client), at: .zero) {
                closed.append(client)
            }
        }
        for client in [watcher, speaker] { _ = server.handle(.connected(client), at: .zero) }
        send(.hello(.commands), watcher)
        send(.watch(Ticket(rawValue: 1)), watcher)
        send(.hello(.players), speaker)
        send(.register(PlayerHandle(rawValue: 1), PlayerRegistration(identifier: "p")), speaker)
        // The watcher was already sent a welcome, the watch's outcome and the registration.
        for _ in 0..<4093 { send(.publish(PlayerHandle(rawValue: 1), HandoffEvent(.paused, at: .seconds(1))), speaker) }
        #expect(closed == [])
        send(.publish(PlayerHandle(rawValue: 1), HandoffEvent(.paused, at: .seconds(1))), speaker)
        #expect(closed == [watcher])
        send(.publish(PlayerHandle(rawValue: 1), HandoffEvent(.paused, at: .seconds(1))), speaker)
        #expect(closed == [watcher])
    }

    /// After a partial acknowledgement the client is silent again: the remaining messages have their own T_peer.
    @Test func whoAcknowledgesInPartIsTimedAgain() throws {
        var server = BrokerConnections(Broker(Broker.Configuration(generation: 1)))
        let client = ClientIdentifier(1)
        var conversation = Conversation()
        var packets: [[UInt8]] = []
        func take(_ input: BrokerConnections.Input, at time: Duration) -> [BrokerConnections.Output] {
            let outputs = server.handle(input, at: time)
            for case .send(let bytes, client) in outputs { packets.append(bytes) }
            return outputs
        }
        func send(_ message: Message, at time: Duration) -> [BrokerConnections.Output] {
            let generation: UInt32 = if case .hello = message { 0 } else { 1 }
            return take(
                .packet(conversation.send(message, generation: generation, at: time), from: client), at: time)
        }
        _ = take(.connected(client), at: .zero)
        _ = send(.hello(.players), at: .zero)
        let early = packets.count
        _ = send(.register(PlayerHandle(rawValue: 1), PlayerRegistration(identifier: "p")), at: .milliseconds(1500))
        #expect(packets.count > early)
        _ = take(.timer(.peer(client)), at: .seconds(2))
        // It reads the first messages and acknowledges them.
        for bytes in packets.prefix(early) { _ = try conversation.receive(bytes) }
        let outputs = send(.acknowledge, at: .milliseconds(2500))
        #expect(outputs.contains(.arm(.peer(client), at: .milliseconds(3500))))
    }
}
