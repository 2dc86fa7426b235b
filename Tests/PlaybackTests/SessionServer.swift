import Foundation
import Glibc
import OrielPlatform
import OrielTestSupport
import Synchronization

/// An RTSP server (RFC 2326) for one clip on the loopback interface, which it plays once a session begins: requests are answered here,
/// and `ffmpeg` sends the packets (RTP over UDP) at the clip's own speed.
final class SessionServer: Sendable {
    enum Behaviour: Hashable, Sendable {
        case playing
        /// Takes connections and answers nothing.
        case silent
        /// Begins a session in which nothing comes.
        case empty
    }

    let port: UInt16
    private let listener: CInt
    private let clip: String
    private let description: String
    private let behaviour: Behaviour
    private let threads = Mutex<[NamedThread]>([])
    private let senders = Mutex<[ChildProcess]>([])
    private let isEnded = Atomic(false)
    private let count = Atomic(0)

    struct Failed: Error {}

    init(_ clip: String, _ behaviour: Behaviour = .playing) throws {
        self.clip = clip
        self.behaviour = behaviour
        let file = IndexClip.path("session.sdp")
        try IndexClip.ffmpeg([
            "-i", clip, "-t", "0.1", "-c", "copy", "-f", "rtp", "-sdp_file", file, "rtp://127.0.0.1:9",
        ])
        description =
            String(decoding: try IndexClip.bytes(file), as: UTF8.self).split(whereSeparator: \.isNewline)
            .filter { !$0.hasPrefix("SDP:") }.joined(separator: "\r\n") + "\r\na=control:track0\r\n"
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
        let accepting = try NamedThread("sessions") { [weak self] in
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0, let self, !self.isEnded.load(ordering: .acquiring) else { return }
                do {
                    let thread = try NamedThread("session") { [weak self] in
                        self?.serve(connection)
                        close(connection)
                    }
                    self.threads.withLock { $0.append(thread) }
                } catch { close(connection) }
            }
        }
        threads.withLock { $0.append(accepting) }
    }

    var url: String { "rtsp://127.0.0.1:\(port)/clip" }
    /// Connections so far.
    var connections: Int { count.load(ordering: .acquiring) }

    /// Ends it and its sessions.
    func end() {
        isEnded.store(true, ordering: .releasing)
        shutdown(listener, Int32(SHUT_RDWR))
        stopSending()
        let running = threads.withLock { threads in
            defer { threads = [] }
            return threads
        }
        for thread in running { thread.join() }
        close(listener)
    }

    private func stopSending() {
        let running = senders.withLock { senders in
            defer { senders = [] }
            return senders
        }
        for sender in running { sender.stop(grace: .zero) }
    }

    private func serve(_ connection: CInt) {
        count.wrappingAdd(1, ordering: .acquiringAndReleasing)
        var receiver = 0
        while let request = request(connection) {
            let lines = request.components(separatedBy: "\r\n")
            func field(_ name: String) -> String {
                lines.first { $0.lowercased().hasPrefix(name) }.map { String($0.dropFirst(name.count)) } ?? ""
            }
            var answer = "RTSP/1.0 200 OK\r\nCSeq:\(field("cseq:"))\r\n"
            var body = ""
            switch lines[0].prefix(while: { $0 != " " }) {
            case "OPTIONS": answer += "Public: OPTIONS, DESCRIBE, SETUP, PLAY, TEARDOWN\r\n"
            case "DESCRIBE":
                body = description
                answer +=
                    "Content-Base: \(url)/\r\nContent-Type: application/sdp\r\nContent-Length: \(body.utf8.count)\r\n"
            case "SETUP":
                let transport = field("transport:")
                guard let ports = transport.range(of: "client_port=") else {
                    answer = "RTSP/1.0 461 Unsupported Transport\r\nCSeq:\(field("cseq:"))\r\n"
                    break
                }
                receiver = Int(transport[ports.upperBound...].prefix { $0.isNumber }) ?? 0
                answer += "Session: 1\r\nTransport: RTP/AVP;unicast;client_port=\(receiver)-\(receiver + 1)"
                answer += ";server_port=9-10\r\n"
            case "PLAY":
                answer += "Session: 1\r\n"
                if behaviour == .playing { startSending(to: receiver) }
            case "TEARDOWN": stopSending()
            default: break
            }
            let bytes = Array((answer + "\r\n" + body).utf8)
            guard send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else { return }
        }
    }

    private func startSending(to port: Int) {
        let arguments = ["-nostdin", "-v", "error", "-re", "-i", clip, "-c", "copy", "-f", "rtp"]
        guard let sender = try? ChildProcess("ffmpeg", arguments + ["rtp://127.0.0.1:\(port)"]) else { return }
        senders.withLock { $0.append(sender) }
    }

    /// The next request's head; nil where the other end left, or the server was ended.
    private func request(_ connection: CInt) -> String? {
        var request: [UInt8] = []
        while !isEnded.load(ordering: .acquiring) {
            var descriptor = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
            guard poll(&descriptor, 1, 50) > 0 else { continue }
            var byte: UInt8 = 0
            guard recv(connection, &byte, 1, 0) == 1 else { return nil }
            if behaviour == .silent { continue }
            request.append(byte)
            if request.suffix(4).elementsEqual([13, 10, 13, 10]) { return String(decoding: request, as: UTF8.self) }
        }
        return nil
    }
}
