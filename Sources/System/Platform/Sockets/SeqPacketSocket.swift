import CLinux
import Glibc
import SystemPackage

/// A non-blocking, close-on-exec `SOCK_SEQPACKET` socket at a path: whole messages, in order, between processes of this
/// machine. Any one thread at a time.
public final class SeqPacketSocket: Sendable {
    /// Maximum size of a message in bytes.
    public static let maximumMessageSize = 65_536
    private static let kind = CInt(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)

    private let descriptor: Descriptor

    /// Descriptor for an event loop to watch while this object lives.
    public var number: CInt { descriptor.number }

    init(owning descriptor: consuming Descriptor) { self.descriptor = descriptor }

    // MARK: Making

    /// Connects to a listener's path (`connect`).
    /// - Throws: `PlatformError`; `ECONNREFUSED` if no process listens, `EAGAIN` if the listener's backlog is full.
    public static func connect(to path: String) throws(PlatformError) -> SeqPacketSocket {
        let descriptor = try Descriptor(checking: socket(AF_UNIX, kind, 0), "socket")
        guard oriel_connect_path(descriptor.number, path) == 0 else {
            throw PlatformError("connect", Errno(rawValue: errno), subject: path)
        }
        return SeqPacketSocket(owning: descriptor)
    }

    /// Listens at a path that must not exist yet (`bind`, `chmod` to 0600, `listen`).
    public static func listen(at path: String, backlog: Int = 128) throws(PlatformError) -> SeqPacketSocket {
        let descriptor = try Descriptor(checking: socket(AF_UNIX, kind, 0), "socket")
        guard oriel_bind_path(descriptor.number, path) == 0 else {
            throw PlatformError("bind", Errno(rawValue: errno), subject: path)
        }
        guard chmod(path, 0o600) == 0, Glibc.listen(descriptor.number, CInt(clamping: backlog)) == 0 else {
            let code = errno
            unlink(path)
            throw PlatformError("listen", Errno(rawValue: code), subject: path)
        }
        return SeqPacketSocket(owning: descriptor)
    }

    /// Creates both ends of a connection (`socketpair`).
    public static func pair() throws(PlatformError) -> (SeqPacketSocket, SeqPacketSocket) {
        var ends: [CInt] = [-1, -1]
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
            throw PlatformError("socketpair", Errno(rawValue: errno))
        }
        return (
            SeqPacketSocket(owning: Descriptor(owning: ends[0])), SeqPacketSocket(owning: Descriptor(owning: ends[1]))
        )
    }

    /// Takes the next connection of a listener (`accept4`); nil if none is waiting.
    public func accept() throws(PlatformError) -> SeqPacketSocket? {
        let number = oriel_accept(descriptor.number)
        if number >= 0 { return SeqPacketSocket(owning: Descriptor(owning: number)) }
        switch errno {
        case EAGAIN, ECONNABORTED: return nil
        default: throw PlatformError("accept4", Errno(rawValue: errno))
        }
    }

    // MARK: Messages

    /// Result of `receive`.
    public enum Received: Hashable, Sendable {
        case message([UInt8])
        /// No message is waiting.
        case nothing
        /// A message larger than `maximumMessageSize` was discarded.
        case oversized
        /// The other end hung up, and all its messages were read.
        case ended
    }

    /// Takes the next message (`recv`). After a hang-up or reset it returns the queued messages first, then `ended`.
    public func receive(into buffer: PacketBuffer) -> Received {
        // The kernel reports a reset once, ahead of the messages that are still queued.
        for _ in 0..<2 {
            let count = oriel_receive(descriptor.number, buffer.bytes.baseAddress, Self.maximumMessageSize)
            if count > Self.maximumMessageSize { return .oversized }
            if count > 0 { return .message(Array(buffer.bytes.prefix(count))) }
            if count == 0 { return .ended }
            switch errno {
            case EAGAIN: return .nothing
            case ECONNRESET: continue
            default: return .ended
            }
        }
        return .ended
    }

    /// Result of `receiveAll`: the messages in order, and the reason why they end.
    public struct Batch: Sendable {
        public var messages: [[UInt8]] = []
        /// Why there are no more messages for now; nil if `PacketBuffer.capacity` was reached and more may wait.
        public var end: Received?
    }

    /// Takes the waiting messages, at most `PacketBuffer.capacity`.
    public func receiveAll(into buffer: PacketBuffer) -> Batch {
        var batch = Batch()
        while batch.messages.count < PacketBuffer.capacity {
            let received = receive(into: buffer)
            guard case .message(let bytes) = received else {
                batch.end = received
                break
            }
            batch.messages.append(bytes)
        }
        return batch
    }

    /// Result of `send`.
    public enum Sent: Hashable, Sendable {
        case sent
        /// The peer's queue is full; try again when the socket is writable.
        case wouldBlock
        /// The peer is gone, or the message is larger than the limit.
        case failed
    }

    /// Sends one message completely or not at all (`send`, without SIGPIPE).
    public func send(_ message: [UInt8]) -> Sent {
        guard message.count <= Self.maximumMessageSize else { return .failed }
        let count = message.withUnsafeBytes { oriel_send(descriptor.number, $0.baseAddress, $0.count) }
        if count >= 0 { return .sent }
        return errno == EAGAIN || errno == ENOBUFS ? .wouldBlock : .failed
    }

    // MARK: The peer

    /// Credentials of the process at the other end, as of its connection (`SO_PEERCRED`).
    public struct Peer: Hashable, Sendable {
        /// Process ID; 0 if the process isn't visible in this one's PID namespace.
        public var process: Int32
        public var user: UInt32

        public init(process: Int32, user: UInt32) {
            self.process = process
            self.user = user
        }
    }

    /// Credentials of the process that connected.
    public var peer: Peer {
        get throws(PlatformError) {
            var process: pid_t = 0
            var user: uid_t = 0
            guard oriel_peer_credentials(descriptor.number, &process, &user) == 0 else {
                throw PlatformError("getsockopt(SO_PEERCRED)", Errno(rawValue: errno))
            }
            return Peer(process: process, user: user)
        }
    }

    /// Handle of the process that connected; nil if the kernel provides none.
    public var peerProcess: ProcessHandle? {
        guard let peer = try? peer else { return nil }
        let number = oriel_peer_process(descriptor.number, peer.process)
        return number < 0 ? nil : ProcessHandle(owning: Descriptor(owning: number))
    }
}

/// Buffer for a received message; one per event loop, shared by all its clients.
public final class PacketBuffer {
    /// Maximum number of messages that one call takes.
    public static let capacity = 16
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: SeqPacketSocket.maximumMessageSize, alignment: 16)

    public init() {}

    deinit { bytes.deallocate() }
}
