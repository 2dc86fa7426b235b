import OrielPictureInPicture
import OrielPlatform
import OrielRemoteControl
import OrielSceneHandoff
import Synchronization
import Testing

/// Commands whose player, or whose broker, stops after it has accepted them.
@Suite struct StoppedPlayerTests {
    private final class Answer: Sendable {
        let value = Mutex<Result<Duration, RemoteControlError>?>(nil)
    }

    /// Performs a command on another thread while `turn` runs; returns the time it took, or its failure and its time.
    private func perform(
        _ command: SessionCommand, _ player: PlayerIdentifier, _ path: String, meanwhile turn: () -> Void
    ) throws -> (failure: RemoteControlError?, time: Duration) {
        let answer = Answer()
        let start = MonotonicClock.now
        let asking = try NamedThread("command") {
            guard let directory = try? RuntimeDirectory(base: path) else { return }
            do throws(RemoteControlError) {
                try RemoteControl(directory: directory, display: "wayland-test").perform(command, player: player)
                answer.value.withLock { $0 = .success(.zero) }
            } catch { answer.value.withLock { $0 = .failure(error) } }
        }
        let deadline = MonotonicClock.now + .seconds(40)
        while answer.value.withLock({ $0 == nil }), MonotonicClock.now < deadline { turn() }
        let time = MonotonicClock.now - start
        asking.join()
        guard case .failure(let failure) = answer.value.withLock({ $0 }) else { return (nil, time) }
        return (failure, time)
    }

    /// The player reads its command, and its process is stopped before the command is done.
    @Test(arguments: [PlayerCommand.pause, .quit]) func aPlayerThatStopsMeanwhileIsNamed(command: PlayerCommand) throws
    {
        let folder = try TemporaryFolder()
        let (loop, other) = (try EventLoop(), try EventLoop())
        let host = try Link("a", folder, loop)
        loop.turn { host.isReachable }
        let player = try Link("b", folder, other)
        player.holdsCommands = true
        while !player.isReachable { for loop in [loop, other] { loop.turn(limit: .milliseconds(5)) } }
        let (failure, time) = try perform(.player(command), "b", folder.path) {
            loop.turn(limit: .milliseconds(10))
            // Stopped once it has acknowledged the command.
            if player.commands.isEmpty { other.turn(limit: .milliseconds(5)) }
        }
        #expect(failure == .failed(.unanswered("b")))
        #expect(time < .seconds(3), "\(time)")
        player.client.stop()
        host.client.stop()
    }

    /// The broker's process accepts the command and is stopped; another one with players succeeds it.
    @Test func aBrokerThatStopsMeanwhileIsSucceeded() throws {
        let folder = try TemporaryFolder()
        let loop = try EventLoop()
        var isStopped = false
        let rendezvous = Rendezvous(directory: try folder.runtime(), display: "wayland-test")
        let hosting = try EventLoop()
        let broker = try HandBroker(rendezvous, hosting) { envelope in
            switch envelope.message {
            case .hello: return [.welcome]
            case .register(let handle, let registration): return [.registered(handle, registration.identifier)]
            case .command(let ticket, _, _, _):
                isStopped = true
                return [.accepted(ticket)]
            default: return [.acknowledge]
            }
        }
        let link = try Link("a", folder, loop, peer: .seconds(60))
        let deadline = MonotonicClock.now + .seconds(20)
        while link.player?.identifier == nil, MonotonicClock.now < deadline {
            for loop in [loop, hosting] { loop.turn(limit: .milliseconds(5)) }
        }
        let (failure, time) = try perform(.player(.pause), "b", folder.path) {
            loop.turn(limit: .milliseconds(5))
            if !isStopped { hosting.turn(limit: .milliseconds(5)) }
        }
        #expect(isStopped && link.client.isHost)
        #expect(failure == .failed(.unanswered("b")))
        #expect(time < .seconds(3), "\(time)")
        link.client.stop()
        withExtendedLifetime(broker) {}
    }

    /// A command that takes its time is waited for.
    @Test func aSlowPlayerIsNotTakenForAStoppedOne() throws {
        let folder = try TemporaryFolder()
        let loop = try EventLoop()
        let links = try ["a", "b"].map { try Link($0, folder, loop) }
        loop.turn { links.allSatisfy(\.isReachable) }
        links[1].holdsCommands = true
        var begin: Duration?
        let (failure, time) = try perform(.player(.pause), "b", folder.path) {
            loop.turn(limit: .milliseconds(10))
            guard !links[1].commands.isEmpty else { return }
            begin = begin ?? MonotonicClock.now
            if let begin, MonotonicClock.now - begin > .seconds(4) { links[1].finishCommands() }
        }
        #expect(failure == nil && time > .seconds(4))
        for link in links { link.client.stop() }
    }
}
