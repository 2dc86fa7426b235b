import Glibc
import OrielPictureInPicture
import OrielPlatform
import OrielRemoteControl
import OrielSceneHandoff
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1))) struct LinkTests {
    @Test func theFirstClientHostsAndTheOthersJoin() throws {
        let folder = try TemporaryFolder()
        let loop = try EventLoop()
        let links = try ["a", "a", "b"].map { try Link($0, folder, loop) }
        loop.turn { links.allSatisfy(\.isReachable) }
        #expect(links.map(\.client.isHost) == [true, false, false])
        #expect(links.compactMap { $0.player?.identifier?.rawValue } == ["a", "a-2", "b"])
        #expect(links.allSatisfy { $0.client.generation == 1 })
        var status = stat()
        #expect(stat(folder.path + "/oriel/wayland-test.sock", &status) == 0)
        #expect(status.st_mode & S_IFMT == S_IFSOCK && status.st_mode & 0o777 == 0o600)
        for link in links { link.client.stop() }
    }

    @Test func aRemainingClientSucceedsAHostThatLeaves() throws {
        let folder = try TemporaryFolder()
        let loop = try EventLoop()
        let links = try ["a", "b", "c"].map { try Link($0, folder, loop) }
        loop.turn { links.allSatisfy(\.isReachable) }
        links[0].client.stop()
        let rest = links.dropFirst()
        loop.turn { rest.allSatisfy { $0.isReachable && $0.client.generation == 2 } }
        #expect(rest.count { $0.client.isHost } == 1)
        #expect(rest.allSatisfy { $0.events.filter { $0 == .lost }.count == 1 })
        // Names of former brokers are removed.
        #expect(Set(try folder.runtime().names) == ["wayland-test.2", "wayland-test.sock"])
        for link in rest { link.client.stop() }
    }

    /// The compositor came back with another name: all meet under that, whichever of them is first.
    @Test func playersThatMoveToAnotherDisplayMeetThere() throws {
        let folder = try TemporaryFolder()
        let loop = try EventLoop()
        let links = try ["a", "b", "c"].map { try Link($0, folder, loop) }
        loop.turn { links.allSatisfy(\.isReachable) }
        let stranger = try Link("d", folder, loop)
        loop.turn { stranger.isReachable }
        for link in links { link.client.move(to: "/run/user/1/wayland-other") }
        loop.turn { (links + [stranger]).allSatisfy { $0.events.contains(.lost) && $0.isReachable } }
        #expect(links.count { $0.client.isHost } == 1 && stranger.client.isHost)
        #expect(links.compactMap { $0.player?.identifier?.rawValue } == ["a", "b", "c"])
        #expect(Set(try folder.runtime().names).isSuperset(of: ["wayland-other.1", "wayland-other.sock"]))
        // The same name again changes nothing.
        let count = links[0].events.count
        links[0].client.move(to: "wayland-other")
        for _ in 0..<10 { loop.turn(limit: .zero) }
        #expect(links[0].events.count == count && links.allSatisfy { $0.isServed() })
        for link in links + [stranger] { link.client.stop() }
    }

    @Test func theHostsNewSoundReachesThePlayers() throws {
        let folder = try TemporaryFolder()
        let loop = try EventLoop()
        let links = [try Link("host", folder, loop), try Link("b", folder, loop)]
        links[0].report = PlayerReport(slot: .active, isAudible: true)
        links[1].report = PlayerReport(isAudible: true)
        loop.turn { links.allSatisfy(\.isReachable) && links[0].gains.last == 0 }
        // Only the host's counts.
        links[1].client.sound = .duck
        links[0].client.sound = .keep
        loop.turn { links[0].gains.last == 1 }
        #expect(links[0].client.isHost && links[0].gains.last == 1)
        // It still stops, right after an order.
        links[0].client.sound = .focus
        for link in links { link.client.stop() }
    }

    @Test func aStartThatWasPendingIsSentAgainOnce() throws {
        let folder = try TemporaryFolder()
        let loop = try EventLoop()
        let host = try Link("host", folder, loop)
        loop.turn { host.isReachable }
        let link = try Link("a", folder, loop)
        link.model = ModelProcess(session: PictureInPictureSession())
        loop.turn { link.isReachable }
        link.send(.sourceReady(true))
        host.client.stop()
        link.send(.start(userIntent: true))
        loop.turn { link.events.contains(.granted(generation: 1, placement: nil)) }
        #expect(link.client.generation == 2)
        #expect(link.events.count { $0 == .granted(generation: 1, placement: nil) } == 1)
        link.client.stop()
    }

    @Test func aStaleNameAFileAndALinkAreNoObstacle() throws {
        let folder = try TemporaryFolder()
        let directory = try folder.runtime()
        // A socket of an ended process, a file at the next number, and links elsewhere.
        _ = try SeqPacketSocket.listen(at: directory.path(of: "wayland-test.3"))
        try directory.create("wayland-test.4")
        #expect(symlink("/etc/passwd", directory.path + "/wayland-test.sock") == 0)
        #expect(symlink("/etc/passwd", directory.path + "/wayland-test.5") == 0)
        try directory.create("wayland-test.4294967295")
        let loop = try EventLoop()
        let link = try Link("a", folder, loop)
        loop.turn { link.isReachable }
        #expect(link.client.generation == 6)
        #expect(directory.isSocket("wayland-test.sock") && directory.isSocket("wayland-test.6"))
        #expect(link.problems.isEmpty)
        link.client.stop()
    }

    @Test func withoutARuntimeFolderAPlayerStillHasABroker() throws {
        let loop = try EventLoop()
        let link = try Link("a", nil, loop)
        loop.turn { link.isReachable }
        link.player?.send(.start(.init(generation: 1, mode: .window(nil))))
        loop.turn { link.events.contains(.granted(generation: 1, placement: nil)) }
        link.client.stop()
    }

    @Test func commandsReachTheirPlayerAndItsAnswerComesBack() throws {
        let folder = try TemporaryFolder()
        let loop = try EventLoop()
        let a = try Link("a", folder, loop)
        let b = try Link("b", folder, loop)
        loop.turn { a.isReachable && b.isReachable }
        b.failure = .failed("no; why")
        let directory = try folder.runtime()
        let wakeup = try Wakeup()
        let results = Mutex<[String]>([])
        var isDone = false
        try loop.watch(wakeup) { isDone = true }
        let thread = try NamedThread("commands") {
            let control = RemoteControl(directory: directory, display: "wayland-test")
            func note(_ body: () throws(RemoteControlError) -> String) {
                do throws(RemoteControlError) {
                    let line = try body()
                    results.withLock { $0.append(line) }
                } catch { results.withLock { $0.append("\(error)") } }
            }
            note { () throws(RemoteControlError) in
                try control.perform(.player(.pause), player: "a")
                return "done"
            }
            note { () throws(RemoteControlError) in
                try control.perform(.player(.seek(.by(.seconds(5)))), player: "b")
                return "done"
            }
            note { () throws(RemoteControlError) in
                try control.perform(.player(.pause), player: "c")
                return "done"
            }
            note { () throws(RemoteControlError) in
                try control.perform(.player(.restore))
                return "done"
            }
            note { () throws(RemoteControlError) in try control.status().players.map(\.id).joined(separator: " ") }
            note { () throws(RemoteControlError) in
                var seen: [String] = []
                try control.watch { line in
                    seen.append("\(line.event.name) \(line.player ?? "") \(line.state?.media ?? "")")
                    return seen.count < 2
                }
                return seen.sorted().joined(separator: ", ")
            }
            wakeup.signal()
        }
        loop.turn { isDone }
        thread.join()
        #expect(
            results.withLock { $0 } == [
                "done", "no; why", "there is no player c; `oriel status` lists those there are",
                "no player is in Picture in Picture; start it with `oriel toggle`", "a b",
                "snapshot a x.mp4, snapshot b x.mp4",
            ])
        #expect(a.commands == [.pause] && b.commands == [.seek(.by(.seconds(5)))])
        a.client.stop()
        b.client.stop()
    }

    /// A test's broker tells a player to show its overlay, which the player doesn't answer.
    @Test func whatIsNotAnsweredIsAcknowledgedAMomentLater() throws {
        let folder = try TemporaryFolder()
        let loop = try EventLoop()
        let claim = try #require(try Rendezvous(directory: try folder.runtime(), display: "wayland-test").claim(1))
        let link = try Link("a", folder, loop)
        defer { link.client.stop() }
        let socket = try #require(try claim.listener.accept())
        let buffer = PacketBuffer()
        var conversation = Conversation()
        func tell(_ message: Message) {
            _ = socket.send(conversation.send(message, generation: 1, at: .zero))
        }
        var heard: [Message] = []
        func listen(until isEnough: () -> Bool) throws {
            let deadline = MonotonicClock.now + .seconds(60)
            while !isEnough() {
                try #require(MonotonicClock.now < deadline, "heard only \(heard)")
                loop.turn(limit: .milliseconds(20))
                for bytes in socket.receiveAll(into: buffer).messages {
                    if let envelope = try conversation.receive(bytes) { heard.append(envelope.message) }
                }
            }
        }
        try listen { heard == [.hello(.players)] }
        tell(.welcome)
        try listen { heard.count == 2 && conversation.isSettled }
        let command = BrokerEvent.command(.show, TransactionIdentifier(generation: 1, number: 1))
        tell(.event(PlayerHandle(rawValue: 1), command))
        try listen { link.events == [command] && conversation.isSettled }
        #expect(heard.count == 2, "\(heard)")
    }

    @Test func howTheSlotsUseChangesIsNoNews() {
        let report = PlayerReport()
        var later = report
        later.slot = .active
        #expect(!later.isNews(after: report))
        later.focusTime = .seconds(1)
        #expect(later.isNews(after: report))
    }

    @Test func withNobodyThereACommandSaysSo() throws {
        let folder = try TemporaryFolder()
        let control = RemoteControl(directory: try folder.runtime(), display: "wayland-test")
        #expect(throws: RemoteControlError.failed(.noPlayer)) { try control.perform(.player(.toggle)) }
        #expect(try control.status() == SessionStatus())
        #expect(
            "\(RemoteControlError.failed(.noPlayer))"
                == "no player is running; start one with `oriel play MEDIA`")
    }

    @Test(arguments: ["wäyländ-1", "日本語", "e\u{301}", String(repeating: "🪟", count: 100), "a.b", "…/x"])
    func aDisplayMayHaveAnyName(display: String) throws {
        let folder = try TemporaryFolder()
        let rendezvous = Rendezvous(directory: try folder.runtime(), display: display)
        let first = try #require(try rendezvous.claim(1))
        #expect(rendezvous.newest == 1 && !rendezvous.isSucceeded(first))
        _ = try rendezvous.connect(to: 1)
        let second = try #require(try rendezvous.claim(2))
        #expect(rendezvous.newest == 2 && rendezvous.isSucceeded(first) && !rendezvous.isSucceeded(second))
        #expect(Set(try folder.runtime().names) == [rendezvous.name(of: 2), rendezvous.commonName])
    }

    @Test func whatWasAskedIsAnsweredWhenTheLinkStops() throws {
        let folder = try TemporaryFolder()
        let loop = try EventLoop()
        let link = try Link("a", folder, loop)
        loop.turn { link.isReachable }
        var answers: [CommandFailure?] = []
        link.client.command(.player(.pause), player: "a") { answers.append($0) }
        link.client.stop()
        #expect(answers == [.refused(.cancelled)])
        link.client.command(.player(.pause)) { answers.append($0) }
        link.player?.requestSwap { answers.append($0) }
        #expect(answers.count == 3 && answers.allSatisfy { $0 == .refused(.cancelled) })
    }

    /// A broker on its own thread that sends faster than the client can read: each turn of the loop takes a part.
    @Test func aTorrentOfMessagesLeavesTheLoopItsTurns() throws {
        let folder = try TemporaryFolder()
        let loop = try EventLoop()
        let claim = try #require(try Rendezvous(directory: try folder.runtime(), display: "wayland-test").claim(1))
        let link = try Link("a", folder, loop, peer: .seconds(60))
        let socket = try #require(try claim.listener.accept())
        var conversation = Conversation()
        let count = 20_000
        let packets = (0...count).map { number in
            conversation.send(
                number == 0 ? .welcome : .event(PlayerHandle(rawValue: 1), .resume), generation: 1, at: .zero)
        }
        let isOver = Atomic(false)
        let thread = try NamedThread("torrent") {
            for bytes in packets {
                while socket.send(bytes) == .wouldBlock, !isOver.load(ordering: .acquiring) {}
            }
        }
        var most = 0
        while link.events.count < count {
            let before = link.events.count
            loop.turn()
            most = max(most, link.events.count - before)
        }
        #expect(most > 0 && most <= 64 * PacketBuffer.capacity)
        isOver.store(true, ordering: .releasing)
        thread.join()
        link.client.stop()
    }
}
