import Glibc
import OrielPlatform
import Synchronization

/// A TCP port on the loopback interface. Each connection is served on its own thread, then closed.
public final class LoopbackListener: Sendable {
    public let port: UInt16
    private let name: String
    private let descriptor: CInt
    private let threads = Mutex<[NamedThread]>([])
    private let counted = Atomic(0)
    private let ended = Atomic(false)

    /// Opens the port.
    /// - Parameter name: name of its threads.
    public init(_ name: String) throws {
        self.name = name
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard let port = Self.bindLoopback(descriptor), listen(descriptor, 8) == 0 else {
            throw TestSupportError("no port on the loopback interface: \(errno)")
        }
        self.port = port
    }

    /// Binds a socket to a free port of 127.0.0.1 and returns the port; nil if it fails.
    public static func bindLoopback(_ descriptor: CInt) -> UInt16? {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, length) == 0 && getsockname(descriptor, address, &length) == 0
            }
        }
        return isBound ? UInt16(bigEndian: address.sin_port) : nil
    }

    /// Returns a port that was free a moment ago, for another program to listen at.
    public static func freePort() throws -> Int {
        let probe = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        defer { close(probe) }
        guard let port = bindLoopback(probe) else {
            throw TestSupportError("no port on the loopback interface: \(errno)")
        }
        return Int(port)
    }

    /// Whether a program listens at a port.
    public static func answers(at port: Int) -> Bool {
        let probe = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        defer { close(probe) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(probe, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }

    /// Number of connections so far.
    public var connections: Int { counted.load(ordering: .acquiring) }

    /// Whether handlers should end.
    public var isEnded: Bool { ended.load(ordering: .acquiring) }

    /// Accepts connections from now on.
    public func serve(_ answer: @escaping @Sendable (CInt) -> Void) throws {
        let (descriptor, name) = (descriptor, name)
        let accepting = try NamedThread(name) { [weak self] in
            while true {
                let connection = accept(descriptor, nil, nil)
                guard connection >= 0 else { return }
                guard let self else { return }
                self.counted.wrappingAdd(1, ordering: .acquiringAndReleasing)
                if self.isEnded {
                    close(connection)
                    return
                }
                do {
                    let thread = try NamedThread(name) {
                        answer(connection)
                        close(connection)
                    }
                    self.threads.withLock { $0.append(thread) }
                } catch { close(connection) }
            }
        }
        threads.withLock { $0.append(accepting) }
    }

    /// Ends the listener and waits for its handlers.
    public func end() {
        guard !ended.exchange(true, ordering: .acquiringAndReleasing) else { return }
        shutdown(descriptor, Int32(SHUT_RDWR))
        while let thread = threads.withLock({ $0.popLast() }) { thread.join() }
        close(descriptor)
    }
}
