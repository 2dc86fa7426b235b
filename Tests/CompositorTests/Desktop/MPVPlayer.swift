import Foundation
import Glibc
import OrielPlatform
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

    /// Returns a property as JSON, such as `true`, `1.5` or `"a"`; nil if it has no value.
    func property(_ name: String) throws -> String? {
        let number = Int.random(in: 1 ... .max)
        let request: [String: Any] = ["command": ["get_property", name], "request_id": number]
        try send(JSONSerialization.data(withJSONObject: request))
        var text: [UInt8] = []
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let deadline = MonotonicClock.now + .seconds(10)
        while MonotonicClock.now < deadline {
            var descriptor = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            guard poll(&descriptor, 1, 100) > 0 else { continue }
            let count = recv(socket, &bytes, bytes.count, Int32(MSG_DONTWAIT))
            guard count > 0 else { break }
            text += bytes.prefix(count)
            for line in text.split(separator: UInt8(ascii: "\n")) {
                guard let answer = try? JSONSerialization.jsonObject(with: Data(line)) as? [String: Any],
                    answer["request_id"] as? Int == number
                else { continue }
                guard answer["error"] as? String == "success", let value = answer["data"] else { return nil }
                return String(
                    decoding: try JSONSerialization.data(withJSONObject: value, options: .fragmentsAllowed),
                    as: UTF8.self)
            }
        }
        throw TestSupportError("mpv doesn't answer: \(child.standardError)")
    }

    /// Sends a command; its answer is not waited for.
    func send(_ words: String...) throws {
        // Discards mpv's unsolicited messages.
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        while recv(socket, &bytes, bytes.count, Int32(MSG_DONTWAIT)) > 0 {}
        try send(JSONEncoder().encode(["command": words]))
    }

    private func send(_ message: Data) throws {
        var line = message
        line.append(UInt8(ascii: "\n"))
        let count = line.withUnsafeBytes { Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        guard count == line.count else { throw TestSupportError("mpv takes no command: \(child.standardError)") }
    }
}
