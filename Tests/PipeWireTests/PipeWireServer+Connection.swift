import CLinux
import Glibc
import OrielPlatform
import OrielTestSupport

extension PipeWireServer {
    /// Returns a connection to this server; the process's environment stays as it is.
    func connect() throws -> Descriptor {
        let descriptor = try Descriptor(
            checking: socket(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0), "socket")
        let path = "\(environment["PIPEWIRE_RUNTIME_DIR"] ?? "")/pipewire-0"
        guard oriel_connect_path(descriptor.number, path) == 0 else { throw TestSupportError("no PipeWire") }
        return descriptor
    }
}
