import Glibc
import OrielPictureInPicture
import OrielPlatform
import OrielSceneHandoff
import SystemPackage
import Testing

/// A client of the broker's socket that may break all rules. Blocks until the broker, on its own thread, answers; fails
/// after a minute.
final class Stranger {
    let socket: SeqPacketSocket
    private let buffer = PacketBuffer()
    var conversation = Conversation()

    init(_ folder: TemporaryFolder) throws {
        let path = try folder.runtime().path(of: "wayland-test.sock")
        let deadline = MonotonicClock.now + Self.patience
        while true {
            do throws(PlatformError) {
                socket = try SeqPacketSocket.connect(to: path)
                return
            } catch {
                // More connections than the broker has accepted so far.
                guard error.errno == .resourceTemporarilyUnavailable, MonotonicClock.now < deadline else { throw error }
                usleep(1000)
            }
        }
    }

    /// - Returns: true if it was sent.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        while true {
            switch socket.send(bytes) {
            case .sent: return true
            case .failed: return false
            case .wouldBlock: guard wait(for: POLLOUT) else { return false }
            }
        }
    }

    @discardableResult
    func send(_ message: Message, generation: UInt32 = 1) -> Bool {
        send(conversation.send(message, generation: generation, at: .zero))
    }

    func greet(_ role: Message.Role = .commands) {
        send(.hello(role), generation: 0)
        #expect(next() == .welcome)
    }

    /// Returns the next message other than an acknowledgement; nil once the broker has hung up.
    func next() -> Message? {
        while true {
            switch socket.receive(into: buffer) {
            case .message(let bytes):
                do throws(MessageError) {
                    if let envelope = try conversation.receive(bytes) { return envelope.message }
                } catch {
                    Issue.record("the broker sent what is no message: \(error)")
                    return nil
                }
            case .nothing: guard wait(for: POLLIN) else { return nil }
            case .oversized, .ended: return nil
            }
        }
    }

    /// Returns all messages before the broker's hang-up.
    func untilEnd() -> [Message] {
        var messages: [Message] = []
        while let message = next() { messages.append(message) }
        return messages
    }

    private static let patience = Duration.seconds(60)

    private func wait(for event: CInt) -> Bool {
        var query = pollfd(fd: socket.number, events: Int16(event), revents: 0)
        if poll(&query, 1, 60_000) > 0 { return true }
        Issue.record("the broker neither reads, nor answers, nor hangs up")
        return false
    }
}
