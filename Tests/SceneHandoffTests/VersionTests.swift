import OrielPictureInPicture
import OrielPlatform
import OrielRemoteControl
import OrielSceneHandoff
import Synchronization
import Testing

/// Programs with different protocol versions, which may run together.
@Suite(.timeLimit(.minutes(2))) struct VersionTests {
    private static let handle = PlayerHandle(rawValue: 1)

    private func rendezvous(_ folder: TemporaryFolder) throws -> Rendezvous {
        Rendezvous(directory: try folder.runtime(), display: "wayland-test")
    }

    /// Messages as programs of version 2 wrote them, byte for byte.
    static let old: [(UInt32, UInt32, Message, [UInt8])] = [
        (
            0, 1, .hello(.players, speaks: ProtocolVersions(2, 2)),
            [79, 82, 73, 76, 2, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]
        ),
        (1, 1, .welcome, [79, 82, 73, 76, 2, 0, 32, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
        (1, 1, .refused(), [79, 82, 73, 76, 2, 0, 33, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
        (
            1, 3, .report(handle, PlayerReport()),
            [
                79, 82, 73, 76, 2, 0, 3, 0, 1, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 18, 0, 0, 0, 1, 0, 0, 0, 1, 0, 4, 0,
                110, 111, 110,
                101, 0, 1, 1, 0, 0, 1,
            ]
        ),
    ]

    @Test(arguments: old.indices) func version2IsSpokenToTheByte(index: Int) throws {
        let (generation, sequence, message, bytes) = Self.old[index]
        let envelope = Envelope(version: 2, generation: generation, sequence: sequence, message: message)
        #expect(envelope.bytes == bytes)
        #expect(try Envelope(bytes) == envelope)
    }

    @Test(arguments: Samples.messages) func fieldsOfALaterProgramAreIgnored(message: Message) throws {
        let envelope = Envelope(generation: 7, sequence: 9, message: message)
        // A list at a message's end would take them as elements; then the count must be zero.
        #expect(try Envelope(Samples.extended(envelope.bytes, by: 7)) == envelope)
        var old = Samples.extended(envelope.bytes, by: 7)
        old[4] = 2
        #expect(throws: MessageError.self) { try Envelope(old) }
    }

    @Test func aKindThatMayBeSkippedIsAcknowledgedAndSkipped() throws {
        let folder = try TemporaryFolder()
        let loop = try EventLoop()
        let host = try Link("host", folder, loop)
        loop.turn { host.isReachable }
        let stranger = try Stranger(folder)
        stranger.greet()
        stranger.send(.unknown(Message.firstSkippableKind + 7))
        stranger.send(.command(Ticket(rawValue: 2), .player(.pause), target: "nobody", token: 1))
        #expect(stranger.next() == .outcome(Ticket(rawValue: 2), .unknownPlayer("nobody")))
        #expect(stranger.conversation.isSettled)
        host.client.stop()
    }

    @Test func aProgramOfVersion2IsServedInIt() throws {
        let folder = try TemporaryFolder()
        let loop = try EventLoop()
        let host = try Link("host", folder, loop)
        loop.turn { host.isReachable }
        let stranger = try Stranger(folder)
        stranger.conversation = Conversation(version: 2)
        stranger.greet(.players)
        stranger.send(.register(Self.handle, PlayerRegistration(identifier: "old")))
        #expect(stranger.next() == .registered(Self.handle, "old"))
        #expect(stranger.conversation.version == 2)
        host.client.stop()
    }

    @Test func aProgramOfALaterVersionIsToldWhichWouldDo() throws {
        let folder = try TemporaryFolder()
        let loop = try EventLoop()
        let host = try Link("host", folder, loop)
        loop.turn { host.isReachable }
        let stranger = try Stranger(folder)
        stranger.conversation = Conversation(version: 9)
        stranger.send(.hello(.players, speaks: ProtocolVersions(8, 9)), generation: 0)
        #expect(stranger.untilEnd() == [.refused(.versions(.own))])
        // Two programs use the newest version that both support.
        let later = try Stranger(folder)
        later.conversation = Conversation(version: 9)
        later.send(.hello(.commands, speaks: ProtocolVersions(3, 9)), generation: 0)
        #expect(later.next() == .welcome && later.conversation.version == 3)
        #expect(host.isServed())
        host.client.stop()
    }

    @Test func aPlayerMeetsABrokerOfVersion2() throws {
        let folder = try TemporaryFolder()
        let loop = try EventLoop()
        let meeting = try rendezvous(folder)
        let broker = try HandBroker(meeting, version: 2, loop) { envelope in
            switch envelope.message {
            case .hello: [.welcome]
            case .register(let handle, _): [.registered(handle, "new"), .event(handle, .status(SlotStatus()))]
            default: []
            }
        }
        let link = try Link("new", folder, loop)
        loop.turn { link.isReachable }
        #expect(link.player?.identifier == "new" && link.problems.isEmpty && !link.client.isHost)
        #expect(meeting.newest == 1 && broker.visits == 2)
        link.client.stop()
    }

    /// It logs one line, hosts no second broker, and tries again.
    @Test func aPlayerThatALaterBrokerRefusesSaysSoOnce() throws {
        let folder = try TemporaryFolder()
        let loop = try EventLoop()
        let meeting = try rendezvous(folder)
        let broker = try HandBroker(meeting, version: 9, loop) { _ in [.refused(.versions(ProtocolVersions(8, 9)))] }
        broker.answersAll = true
        let link = try Link("old", folder, loop)
        loop.turn { broker.visits == 4 }
        let expected =
            "no other player and no command can reach this one: the program that hosts the players speaks versions 8 to 9 "
            + "of their protocol, and this one versions 2 to 3; update the older one and start it again"
        #expect(link.problems == [expected])
        #expect(meeting.newest == 1 && !link.client.isHost)
        link.client.stop()
    }

    @Test func aPlayerThatIsHungUpOnSaysSoOnce() throws {
        let folder = try TemporaryFolder()
        let loop = try EventLoop()
        let meeting = try rendezvous(folder)
        let broker = try HandBroker(meeting, version: 2, loop) { _ in nil }
        let link = try Link("a", folder, loop)
        loop.turn { broker.visits == 10 }
        #expect(
            link.problems == [
                "no other player and no command can reach this one: the program that hosts the players refuses "
                    + "this one; quit that one"
            ])
        #expect(meeting.newest == 1)
        link.client.stop()
    }

    /// Runs a command on a thread of its own beside a test's broker, and returns its output.
    private func command(
        _ folder: TemporaryFolder, _ loop: EventLoop,
        _ body: @escaping @Sendable (RemoteControl) throws(RemoteControlError) -> Void
    ) throws -> String {
        let directory = try folder.runtime()
        let wakeup = try Wakeup()
        let result = Mutex("")
        var isDone = false
        try loop.watch(wakeup) { isDone = true }
        let thread = try NamedThread("command") {
            do throws(RemoteControlError) {
                try body(RemoteControl(directory: directory, display: "wayland-test"))
                result.withLock { $0 = "done" }
            } catch { result.withLock { $0 = "\(error)" } }
            wakeup.signal()
        }
        loop.turn { isDone }
        thread.join()
        return result.withLock { $0 }
    }

    /// A player that ends, as a short sound does, may host the broker: its end is neither an answer nor a fault.
    @Test func statusAsksAgainWhereTheBrokerEndsMeanwhile() throws {
        let folder = try TemporaryFolder()
        let loop = try EventLoop()
        var questions = 0
        let broker = try HandBroker(try rendezvous(folder), version: 2, loop) { envelope in
            switch envelope.message {
            case .hello: return [.welcome]
            case .status(let ticket):
                questions += 1
                return questions < 3 ? nil : [.outcome(ticket, nil)]
            default: return []
            }
        }
        let words = try command(folder, loop) { control throws(RemoteControlError) in
            #expect(try control.status() == SessionStatus())
        }
        #expect(words == "done" && questions == 3)
        withExtendedLifetime(broker) {}
    }

    @Test func aCommandMeetsABrokerOfVersion2() throws {
        let folder = try TemporaryFolder()
        let loop = try EventLoop()
        let broker = try HandBroker(try rendezvous(folder), version: 2, loop) { envelope in
            switch envelope.message {
            case .hello: [.welcome]
            case .command(let ticket, _, _, _): [.accepted(ticket), .outcome(ticket, nil)]
            default: []
            }
        }
        let text = try command(folder, loop) { remote throws(RemoteControlError) in try remote.perform(.player(.pause))
        }
        #expect(text == "done" && broker.visits == 2)
    }

    @Test func aCommandThatALaterBrokerRefusesSaysWhy() throws {
        let folder = try TemporaryFolder()
        let loop = try EventLoop()
        let broker = try HandBroker(try rendezvous(folder), version: 9, loop) { _ in
            [.refused(.versions(ProtocolVersions(8, 8)))]
        }
        broker.answersAll = true
        for isWatch in [false, true] {
            let text = try command(folder, loop) { remote throws(RemoteControlError) in
                if isWatch { try remote.watch { _ in true } } else { try remote.perform(.player(.pause)) }
            }
            #expect(
                text
                    == "the program that hosts the players speaks version 8 of their protocol, and this one versions 2 to "
                    + "3; update the older one and start it again")
        }
    }

    /// A broker that hangs up on all clients, whatever the version.
    @Test func aCommandThatIsHungUpOnSaysSo() throws {
        let folder = try TemporaryFolder()
        let loop = try EventLoop()
        let broker = try HandBroker(try rendezvous(folder), version: 2, loop) { _ in nil }
        let text = try command(folder, loop) { remote throws(RemoteControlError) in try remote.watch { _ in true } }
        #expect(text == "the program that hosts the players refuses this one; quit that one")
        #expect(broker.visits < 100)
    }

    /// The delay grows if a broker repeatedly welcomes the client and hangs up.
    @Test func aWatchThatIsHungUpOnRests() throws {
        let folder = try TemporaryFolder()
        let loop = try EventLoop()
        var asked = 0
        let broker = try HandBroker(try rendezvous(folder), version: 3, loop) { envelope in
            guard case .watch = envelope.message else { return [.welcome] }
            asked += 1
            return asked < 7 ? nil : [.happened(1, "a", HandoffEvent(.ended, at: .seconds(1)), [])]
        }
        let start = MonotonicClock.now
        let text = try command(folder, loop) { remote throws(RemoteControlError) in try remote.watch { _ in false } }
        #expect(text == "done" && broker.visits == 7)
        // 10 ms, doubled each time.
        #expect(MonotonicClock.now - start >= .milliseconds(630))
    }
}
