import Foundation
import Glibc
import OrielTestSupport

/// mpv in a compositor, to compare with: without its user's configuration, and commanded through its socket (JSON IPC).
final class MPVPlayer {
    let child: ChildProcess
    private let socket: CInt

    static let options = ["--no-config", "--vo=wlshm", "--no-osc", "--osd-level=0", "--no-osd-bar", "--really-quiet"]

    /// Starts it; returns when its socket answers.
    init(
        in compositor: HeadlessCompositor, _ arguments: [String], environment: [String: String] = [:]
    ) throws {
        let path = "\(compositor.runtimeFolder)/mpv.\(UInt32.random(in: 0 ... .max))"
        child = try compositor.launch(
            "mpv", Self.options + ["--input-ipc-server=\(path)"] + arguments, environment: environment)
        let socket = Glibc.socket(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        self.socket = socket
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let isShort = withUnsafeMutableBytes(of: &address.sun_path) { place in
            guard path.utf8.count < place.count else { return false }
            place.copyBytes(from: path.utf8)
            return true
        }
        let isConnected =
            isShort
            && wait(.seconds(10)) {
                withUnsafePointer(to: &address) {
                    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
                    }
                }
            }
        guard isConnected else { throw TestSupportError("mpv does not answer: \(child.standardError)") }
    }

    deinit {
        close(socket)
        child.stop(grace: .zero)
    }

    /// Sends a command; its answer is not waited for.
    func send(_ words: String...) throws {
        // Discards mpv's unsolicited messages.
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        while recv(socket, &bytes, bytes.count, Int32(MSG_DONTWAIT)) > 0 {}
        var line = try JSONEncoder().encode(["command": words])
        line.append(UInt8(ascii: "\n"))
        let count = line.withUnsafeBytes { Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        guard count == line.count else { throw TestSupportError("mpv takes no command: \(child.standardError)") }
    }
}
