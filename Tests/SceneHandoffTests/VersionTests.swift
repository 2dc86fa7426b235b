import OrielPictureInPicture
import OrielPlatform
import OrielRemoteControl
import OrielSceneHandoff
import Synchronization
import Testing

/// Programs of another protocol version, and brokers that hang up.
@Suite(.timeLimit(.minutes(2))) struct VersionTests {
    private func rendezvous(_ folder: TemporaryFolder) throws -> Rendezvous {
        Rendezvous(directory: try folder.runtime(), display: "wayland-test")
    }

    @Test(arguments: Samples.messages) func fieldsOfALaterProgramAreIgnored(message: Message) throws {
        let envelope = Envelope(generation: 7, sequence: 9, message: message)
        // A list at a message's end would take them as elements; then the count must be zero.
        #expect(try Envelope(Samples.extended(envelope.bytes, by: 7)) == envelope)
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

    @Test(arguments: [2, 3, 5, 255] as [UInt8]) func aProgramOfAnotherVersionIsRefused(version: UInt8) throws {
        let folder = try TemporaryFolder()
        let loop = try EventLoop()
        let host = try Link("host", folder, loop)
        loop.turn { host.isReachable }
        let stranger = try Stranger(folder)
        var greeting = stranger.conversation.send(.hello(.players), generation: 0, at: .zero)
        greeting[4] = version
        stranger.send(greeting)
        #expect(stranger.untilEnd() == [.refused(.version)])
        #expect(host.isServed())
        host.client.stop()
    }

    /// It logs one line, hosts no second broker, and tries again.
    @Test(arguments: [3, 9] as [UInt8]) func aPlayerWithABrokerOfAnotherVersionSaysSoOnce(version: UInt8) throws {
        let folder = try TemporaryFolder()
        let loop = try EventLoop()
        let meeting = try rendezvous(folder)
        let broker = try HandBroker(meeting, version: version, loop) { _ in [.refused(.version)] }
        let link = try Link("a", folder, loop)
        loop.turn { broker.visits == 4 }
        let expected =
            "no other player and no command can reach this one: the program that hosts the players was started by "
            + "another version of Oriel; restart it"
        #expect(link.problems == [expected])
        #expect(meeting.newest == 1 && !link.client.isHost)
        link.client.stop()
    }

    @Test func aPlayerThatIsHungUpOnSaysSoOnce() throws {
        let folder = try TemporaryFolder()
        let loop = try EventLoop()
        let meeting = try rendezvous(folder)
        let broker = try HandBroker(meeting, loop) { _ in nil }
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
        let broker = try HandBroker(try rendezvous(folder), loop) { envelope in
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

    @Test func aCommandToABrokerOfAnotherVersionSaysWhy() throws {
        let folder = try TemporaryFolder()
        let loop = try EventLoop()
        let broker = try HandBroker(try rendezvous(folder), version: 9, loop) { _ in [.refused(.version)] }
        for isWatch in [false, true] {
            let text = try command(folder, loop) { remote throws(RemoteControlError) in
                if isWatch { try remote.watch { _ in true } } else { try remote.perform(.player(.pause)) }
            }
            #expect(text == "the program that hosts the players was started by another version of Oriel; restart it")
        }
        withExtendedLifetime(broker) {}
    }

    /// A broker that hangs up on all clients.
    @Test func aCommandThatIsHungUpOnSaysSo() throws {
        let folder = try TemporaryFolder()
        let loop = try EventLoop()
        let broker = try HandBroker(try rendezvous(folder), loop) { _ in nil }
        let text = try command(folder, loop) { remote throws(RemoteControlError) in try remote.watch { _ in true } }
        #expect(text == "the program that hosts the players refuses this one; quit that one")
        #expect(broker.visits < 100)
    }

    /// The delay grows if a broker repeatedly welcomes the client and hangs up.
    @Test func aWatchThatIsHungUpOnRests() throws {
        let folder = try TemporaryFolder()
        let loop = try EventLoop()
        var asked = 0
        let broker = try HandBroker(try rendezvous(folder), loop) { envelope in
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
