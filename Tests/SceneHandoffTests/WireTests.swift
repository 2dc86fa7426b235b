import OrielGeometry
import OrielPictureInPicture
import OrielPlatform
import OrielSceneHandoff
import Testing

@Suite struct WireTests {
    @Test(arguments: Samples.messages) func everyMessageSurvivesTheWire(_ message: Message) throws {
        let envelope = Envelope(generation: 7, sequence: 9, acknowledged: 8, message: message)
        #expect(try Envelope(envelope.bytes) == envelope)
        // Each truncated form is refused without a trap.
        for count in 0..<envelope.bytes.count {
            #expect(throws: MessageError.self) { try Envelope(Array(envelope.bytes.prefix(count))) }
        }
    }

    @Test func whatIsNoMessageHasOneReason() {
        let good = Envelope(generation: 1, sequence: 1, message: .query(Ticket(rawValue: 0))).bytes
        func reason(_ bytes: [UInt8]) -> MessageError? {
            do throws(MessageError) {
                _ = try Envelope(bytes)
                return nil
            } catch { return error }
        }
        func changed(_ index: Int, _ value: UInt8) -> [UInt8] {
            var bytes = good
            bytes[index] = value
            return bytes
        }
        #expect(reason([]) == .truncated)
        #expect(reason(changed(0, 0)) == .foreign)
        #expect(reason(changed(4, 9)) == .version(9))
        #expect(reason(changed(6, 255)) == .kind(255))
        #expect(reason(changed(20, 5)) == .truncated)
        #expect(reason(good + [0]) == .surplus)
        #expect(reason([UInt8](repeating: 0, count: SeqPacketSocket.maximumMessageSize + 1)) == .oversized)
        #expect(reason([UInt8](repeating: 0xFF, count: 64)) == .foreign)
    }

    @Test func stringsAreCutAtACharacterAndNumbersClamped() throws {
        let long = String(repeating: "é", count: 4000)
        let message = Message.outcome(Ticket(rawValue: 1), .failed(long))
        guard
            case .outcome(_, .failed(let cut)) = try Envelope(
                Envelope(generation: 0, sequence: 0, message: message).bytes
            ).message
        else {
            Issue.record("another message came back")
            return
        }
        #expect(long.hasPrefix(cut) && cut.utf8.count <= MessageReader.maximumString && cut.utf8.count > 1000)

        let placement = Placement(corner: .topLeft, margins: .init(top: .max), size: .init(width: .min, height: 3))
        let report = PlayerReport(placement: placement)
        guard
            case .report(_, let received) = try Envelope(
                Envelope(generation: 0, sequence: 0, message: .report(.init(rawValue: 1), report)).bytes
            ).message
        else {
            Issue.record("another message came back")
            return
        }
        #expect(received.placement?.margins.top == Int(Int32.max))
        #expect(received.placement?.size.width == Int(Int32.min))
    }

    @Test func aConversationTakesEachNumberOnce() throws {
        var near = Conversation()
        var far = Conversation()
        let first = near.send(.status(Ticket(rawValue: 1)), generation: 1, at: .seconds(1))
        let second = near.send(.status(Ticket(rawValue: 2)), generation: 1, at: .seconds(2))
        #expect(near.deadline == .seconds(3))
        var early = far
        #expect(throws: MessageError.sequence) { try early.receive(second) }
        _ = try far.receive(first)
        #expect(throws: MessageError.sequence) { try far.receive(first) }
        #expect(far.owesAcknowledgement)
        let acknowledgement = try near.receive(far.send(.acknowledge, generation: 1, at: .zero))
        #expect(acknowledgement == nil && !far.owesAcknowledgement)
        #expect(near.deadline == .seconds(4))
        _ = try far.receive(second)
        // Each sent message acknowledges those received.
        let answer = far.send(.outcome(Ticket(rawValue: 2), nil), generation: 1, at: .zero)
        #expect(!far.owesAcknowledgement)
        _ = try near.receive(answer)
        #expect(near.deadline == nil && near.isSettled && near.owesAcknowledgement)
        // An acknowledgement of messages that were never sent.
        let lie = Envelope(generation: 1, sequence: 0, acknowledged: 99, message: .acknowledge).bytes
        #expect(throws: MessageError.sequence) { try near.receive(lie) }
    }
}
