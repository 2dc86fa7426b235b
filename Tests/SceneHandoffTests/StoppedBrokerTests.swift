import OrielPictureInPicture
import OrielPlatform
import OrielRemoteControl
import OrielSceneHandoff
import Synchronization
import Testing

/// Requests of commands to a broker whose process is stopped.
@Suite struct StoppedBrokerTests {
    private final class Answer: Sendable {
        let value = Mutex<Result<[String], RemoteControlError>?>(nil)
    }

    /// Asks for the status on another thread while `turn` runs.
    private func status(_ path: String, meanwhile turn: () -> Void) throws -> Result<[String], RemoteControlError>? {
        let answer = Answer()
        let asking = try NamedThread("status") {
            guard let directory = try? RuntimeDirectory(base: path) else { return }
            do throws(RemoteControlError) {
                let players = try RemoteControl(directory: directory, display: "wayland-test").status().players
                answer.value.withLock { $0 = .success(players.map(\.id)) }
            } catch { answer.value.withLock { $0 = .failure(error) } }
        }
        let deadline = MonotonicClock.now + .seconds(30)
        while answer.value.withLock({ $0 == nil }), MonotonicClock.now < deadline { turn() }
        asking.join()
        return answer.value.withLock { $0 }
    }

    /// A socket that listens and is never served, as a stopped process leaves it.
    private func stoppedBroker(_ folder: TemporaryFolder) throws -> Rendezvous.Claim {
        try #require(try Rendezvous(directory: try folder.runtime(), display: "wayland-test").claim(1))
    }

    @Test func theSuccessorAnswersTheFirstRequest() throws {
        let folder = try TemporaryFolder()
        let claim = try stoppedBroker(folder)
        let loop = try EventLoop()
        // The player learns of the hang from the request alone.
        let link = try Link("a", folder, loop, peer: .seconds(60))
        let answer = try status(folder.path) { loop.turn(limit: .milliseconds(10)) }
        #expect(answer == .success(["a"]))
        #expect(link.client.isHost)
        link.client.stop()
        withExtendedLifetime(claim) {}
    }

    /// The only player is stopped: a command isn't told that there is none.
    @Test func withoutASuccessorACommandIsNotAnswered() throws {
        let folder = try TemporaryFolder()
        let claim = try stoppedBroker(folder)
        let loop = try EventLoop()
        let answer = Answer()
        let path = folder.path
        let asking = try NamedThread("command") {
            guard let directory = try? RuntimeDirectory(base: path) else { return }
            do throws(RemoteControlError) {
                try RemoteControl(directory: directory, display: "wayland-test").perform(.player(.pause))
                answer.value.withLock { $0 = .success([]) }
            } catch { answer.value.withLock { $0 = .failure(error) } }
        }
        let deadline = MonotonicClock.now + .seconds(30)
        while answer.value.withLock({ $0 == nil }), MonotonicClock.now < deadline {
            loop.turn(limit: .milliseconds(10))
        }
        asking.join()
        #expect(answer.value.withLock { $0 } == .failure(.unanswered))
        withExtendedLifetime(claim) {}
    }

    /// The only player is stopped: the answer is not that there is none.
    @Test func withoutASuccessorThePlayersDoNotAnswer() throws {
        let folder = try TemporaryFolder()
        let claim = try stoppedBroker(folder)
        let loop = try EventLoop()
        let answer = try status(folder.path) { loop.turn(limit: .milliseconds(10)) }
        #expect(answer == .failure(.unanswered))
        withExtendedLifetime(claim) {}
    }
}
