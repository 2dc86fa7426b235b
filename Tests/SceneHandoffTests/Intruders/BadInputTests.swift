import Glibc
import OrielPictureInPicture
import OrielPlatform
import OrielSceneHandoff
import Testing

/// A real broker disconnects clients that break the rules, and the others notice nothing.
@Suite(.timeLimit(.minutes(5))) struct BadInputTests {
    private let folder: TemporaryFolder
    private let good: [Link]
    private let loop: EventLoop

    init() throws {
        folder = try TemporaryFolder()
        let loop = try EventLoop()
        self.loop = loop
        let links = try [
            Link("host", folder, loop, peer: .seconds(12)), Link("guest", folder, loop, peer: .seconds(12)),
        ]
        good = links
        loop.turn { links.allSatisfy(\.isReachable) }
    }

    private func expectGoodOnesServed() {
        for link in good { #expect(link.isServed()) }
        for link in good { link.client.stop() }
    }

    @Test(arguments: BadInput.allCases) func whoSendsItIsOut(input: BadInput) throws {
        let stranger = try Stranger(folder)
        input.send(by: stranger)
        let messages = stranger.untilEnd()
        #expect(
            !messages.contains { if case .event = $0 { true } else { false } } || input == .registeredTwice
                || input == .tooManyPlayers)
        expectGoodOnesServed()
    }

    @Test func anotherGenerationsMessageIsIgnored() throws {
        let stranger = try Stranger(folder)
        stranger.greet()
        for generation: UInt32 in [0, 2, .max] { stranger.send(.watch(Ticket(rawValue: 1)), generation: generation) }
        stranger.send(.command(Ticket(rawValue: 2), .player(.pause), target: "nobody", token: 1))
        #expect(stranger.next() == .outcome(Ticket(rawValue: 2), .unknownPlayer("nobody")))
        expectGoodOnesServed()
    }

    @Test func whoSaysNothingIsOutAfterAWhile() throws {
        let folder = try TemporaryFolder()
        let hasty = try Link("hasty", folder, loop, peer: .milliseconds(500))
        loop.turn { hasty.isReachable }
        let silent = try (0..<20).map { _ in try Stranger(folder) }
        let halfClosed = try Stranger(folder)
        #expect(shutdown(halfClosed.socket.number, CInt(SHUT_WR)) == 0)
        #expect(halfClosed.untilEnd() == [])
        for stranger in silent { #expect(stranger.untilEnd() == []) }
        hasty.client.stop()
        expectGoodOnesServed()
    }

    /// Messages to a client that never reads are kept up to a limit; a client that reads gets all of them.
    @Test func aWatcherThatNeverReadsIsOut() throws {
        let deaf = try Stranger(folder)
        let attentive = try Stranger(folder)
        for stranger in [deaf, attentive] {
            stranger.greet()
            stranger.send(.watch(Ticket(rawValue: 1)))
        }
        let speaker = try Stranger(folder)
        speaker.greet(.players)
        speaker.send(.register(PlayerHandle(rawValue: 1), PlayerRegistration(identifier: "speaker")))
        let long = String(repeating: "x", count: 1000)
        let fields = (0..<48).map { HandoffEvent.Field("f\($0)", .string(long)) }
        let count = 40
        var heard = 0
        for number in 0..<count {
            let event = HandoffEvent(.seeked, at: .nanoseconds(number + 1), fields: fields)
            speaker.send(.publish(PlayerHandle(rawValue: 1), event))
            while let message = attentive.next() {
                guard case .happened(_, "speaker", let event, _) = message, event.name == .seeked else { continue }
                #expect(event.time == .nanoseconds(number + 1))
                heard += 1
                break
            }
        }
        #expect(heard == count)
        // Earlier messages wait for it, then the end.
        let waiting = deaf.untilEnd().count { if case .happened(_, "speaker", _, _) = $0 { true } else { false } }
        #expect(waiting < count)
        expectGoodOnesServed()
    }

    /// Two thousand messages of one client are read per second; the others need not wait for the rest.
    @Test func aFloodWaitsAndTheOthersDoNot() throws {
        let flood = try Stranger(folder)
        flood.greet(.players)
        let report = Message.report(PlayerHandle(rawValue: 9), PlayerReport())
        var sent = 0
        var isFull = false
        while sent < 5000 {
            let bytes = flood.conversation.send(report, generation: 1, at: .zero)
            if !isFull, flood.socket.send(bytes) == .wouldBlock {
                isFull = true
                #expect(good[1].isServed())
                flood.send(bytes)
            } else if isFull {
                flood.send(bytes)
            }
            sent += 1
        }
        flood.send(.register(PlayerHandle(rawValue: 9), PlayerRegistration(identifier: "flood")))
        while let message = flood.next(), message != .registered(PlayerHandle(rawValue: 9), "flood") {}
        expectGoodOnesServed()
    }

    /// The largest event that a client can send is passed on with fewer fields, and no later event is lost.
    @Test func aHugeEventIsPassedOn() throws {
        let watcher = try Stranger(folder)
        watcher.greet()
        watcher.send(.watch(Ticket(rawValue: 1)))
        let speaker = try Stranger(folder)
        speaker.greet(.players)
        speaker.send(.register(Self.handle, PlayerRegistration(identifier: "speaker")))
        let text = [UInt8](repeating: 0x78, count: 1016)
        // Made manually, since a writer omits fields that don't fit: one byte less than a packet's maximum once it is
        // passed on.
        var writer = MessageWriter()
        for number in 10..<74 {
            writer.write("\(number)", HandoffEvent.Value.string(String(decoding: text, as: UTF8.self)))
        }
        let empty = HandoffEvent(.paused, at: .seconds(1))
        var bytes = speaker.conversation.send(.publish(Self.handle, empty), generation: 1, at: .zero)
        bytes.replaceSubrange((bytes.count - 2)..., with: [64, 0] + writer.bytes)
        #expect(bytes.count == 65_519)
        for byte in 0..<4 {
            bytes[20 + byte] = UInt8(truncatingIfNeeded: (bytes.count - Envelope.headerSize) >> (8 * byte))
        }
        speaker.send(bytes)
        speaker.send(.publish(Self.handle, HandoffEvent(.ended, at: .seconds(2))))
        var heard: [HandoffEvent] = []
        while heard.last?.name != .ended, let message = watcher.next() {
            if case .happened(_, "speaker", let event, _) = message, event.name != .registered { heard.append(event) }
        }
        #expect(heard.map(\.name) == [.paused, .ended])
        #expect((heard.first?.fields.count ?? 0) > 40)
        expectGoodOnesServed()
    }

    private static let handle = PlayerHandle(rawValue: 1)

    /// A player that watches but never reads is disconnected in the middle of a broadcast; a client that reads gets all
    /// events in order, including the disconnection.
    @Test func whoIsHungUpOnMeanwhileUpsetsNoOrder() throws {
        let deaf = try Stranger(folder)
        deaf.greet(.players)
        deaf.send(.register(Self.handle, PlayerRegistration(identifier: "deaf")))
        deaf.send(.watch(Ticket(rawValue: 1)))
        let attentive = try Stranger(folder)
        attentive.greet()
        attentive.send(.watch(Ticket(rawValue: 1)))
        let speaker = try Stranger(folder)
        speaker.greet(.players)
        speaker.send(.register(Self.handle, PlayerRegistration(identifier: "speaker")))
        let long = String(repeating: "x", count: 1000)
        let fields = (0..<40).map { HandoffEvent.Field("f\($0)", .string(long)) }
        var numbers: [UInt64] = []
        var isOut = false
        for number in 0..<60 where !isOut {
            speaker.send(.publish(Self.handle, HandoffEvent(.seeked, at: .nanoseconds(number + 1), fields: fields)))
            var isPassedOn = false
            while !isPassedOn, let message = attentive.next() {
                guard case .happened(let number, let player, let event, _) = message else { continue }
                if event.name != .snapshot { numbers.append(number) }
                if player == "speaker", event.name == .seeked { isPassedOn = true }
                if player == "deaf", event.name == .gone { isOut = true }
            }
            guard isPassedOn else { break }
        }
        // Its end is reported with the last one or after it.
        while !isOut, let message = attentive.next() {
            guard case .happened(let number, "deaf", let event, _) = message, event.name == .gone else { continue }
            numbers.append(number)
            isOut = true
        }
        #expect(isOut && numbers == numbers.sorted())
        _ = deaf
        expectGoodOnesServed()
    }
}
