import Glibc

/// One end of a call: a socket that takes each picture as a message.
struct CallLine {
    let descriptor: CInt
    /// It found somebody waiting.
    let isCaller: Bool

    struct Failure: Error {}

    /// Calls who waits at `path`, or waits there for a call.
    init(_ path: String) throws {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        func with(_ body: (UnsafePointer<sockaddr>, socklen_t) -> CInt) -> Bool {
            withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
                }
            }
        }
        let end = socket(AF_UNIX, CInt(SOCK_SEQPACKET.rawValue), 0)
        isCaller = with { connect(end, $0, $1) }
        if isCaller {
            descriptor = end
            return
        }
        guard with({ bind(end, $0, $1) }), listen(end, 1) == 0 else { throw Failure() }
        descriptor = accept(end, nil, nil)
        unlink(path)
        guard descriptor >= 0 else { throw Failure() }
    }

    /// A picture for which the line has no room is left out.
    func send(_ picture: UnsafeRawBufferPointer) {
        _ = Glibc.send(
            descriptor, picture.baseAddress, picture.count, CInt(MSG_DONTWAIT | MSG_NOSIGNAL))
    }

    /// The next picture; nil where the other has hung up.
    func receive(_ size: Int) -> [UInt8]? {
        var picture = [UInt8](repeating: 0, count: size)
        return recv(descriptor, &picture, size, 0) == size ? picture : nil
    }
}
