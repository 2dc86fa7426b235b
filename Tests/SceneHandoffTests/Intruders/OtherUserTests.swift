import Glibc
import OrielPictureInPicture
import OrielPlatform
import OrielSceneHandoff
import Testing

/// A process of another user, in a process of its own. Requires root.
@Suite(.timeLimit(.minutes(5))) struct OtherUserTests {
    /// Connects as that user; ends the process with the result.
    private static func knock(at path: String, as user: UInt32) -> Never {
        guard setgid(user) == 0, setuid(user) == 0, geteuid() == user else { _exit(10) }
        guard let socket = try? SeqPacketSocket.connect(to: path) else { _exit(11) }
        var conversation = Conversation()
        let buffer = PacketBuffer()
        _ = socket.send(conversation.send(.hello(.players), generation: 0, at: .zero))
        while true {
            switch socket.receive(into: buffer) {
            case .message: _exit(12)
            case .nothing:
                var query = pollfd(fd: socket.number, events: Int16(POLLIN), revents: 0)
                guard poll(&query, 1, 20_000) > 0 else { _exit(14) }
            case .oversized, .ended: _exit(13)
            }
        }
    }

    @Test(.enabled(if: geteuid() == 0, "only root can act as another user"))
    func anotherUserIsTurnedAway() async throws {
        let folder = try TemporaryFolder()
        let loop = try EventLoop()
        let good = try Link("host", folder, loop, peer: .seconds(60))
        loop.turn { good.isReachable }
        let socket = folder.path + "/oriel/wayland-test.sock"
        // The folder's mode alone keeps other users out.
        await #expect(processExitsWith: .exitCode(11)) { [socket = socket as String] in
            OtherUserTests.knock(at: socket, as: 65534)
        }
        // If folder and socket were open, the broker itself would refuse.
        #expect(chmod(folder.path, 0o755) == 0 && chmod(folder.path + "/oriel", 0o755) == 0)
        #expect(chmod(socket, 0o666) == 0)
        await #expect(processExitsWith: .exitCode(13)) { [socket = socket as String] in
            OtherUserTests.knock(at: socket, as: 65534)
        }
        // The same connection as the broker's own user is answered.
        await #expect(processExitsWith: .exitCode(12)) { [socket = socket as String] in
            OtherUserTests.knock(at: socket, as: 0)
        }
        #expect(good.isServed())
        good.client.stop()
    }
}
