import Glibc
import OrielPlatform
import Synchronization

/// A TCP port on the loopback interface that answers nothing and counts who comes.
final class ConnectionCounter: Sendable {
    let port: UInt16
    private let listener: CInt
    private let counted = Atomic(0)
    private let accepting = Mutex<NamedThread?>(nil)

    struct Failed: Error {}

    init() throws {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener, address, length) == 0 && listen(listener, 8) == 0
                    && getsockname(listener, address, &length) == 0
            }
        }
        guard isBound else { throw Failed() }
        port = UInt16(bigEndian: address.sin_port)
        let thread = try NamedThread("connections") { [weak self] in
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { return }
                self?.counted.add(1, ordering: .relaxed)
                close(connection)
            }
        }
        accepting.withLock { $0 = thread }
    }

    /// Ends it, and answers how many came. Who came before this call is counted, since the queue of a port is in order.
    func end() -> Int {
        shutdown(listener, Int32(SHUT_RDWR))
        accepting.withLock { $0?.join() }
        close(listener)
        return counted.load(ordering: .relaxed)
    }
}
