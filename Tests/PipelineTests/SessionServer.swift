import Foundation
import Glibc
import OrielPlatform
import OrielTestSupport
import Synchronization

/// An RTSP server (RFC 2326) for one clip on the loopback interface, which plays once a session begins. Requests are
/// answered here, and `ffmpeg` sends the packets (RTP over UDP) at the clip's own speed.
final class SessionServer: Sendable {
    enum Behaviour: Hashable, Sendable {
        case playing
        /// Accepts connections and answers nothing.
        case silent
        /// Begins a session without packets.
        case empty
        /// Sends the packets interleaved with the answers, on the same connection.
        case interleaved
    }

    private let listener: LoopbackListener
    private let clip: String
    private let description: String
    private let behaviour: Behaviour
    private let senders = Mutex<[ChildProcess]>([])

    init(_ clip: String, _ behaviour: Behaviour = .playing) throws {
        self.clip = clip
        self.behaviour = behaviour
        let file = IndexClip.path("session.sdp")
        try ffmpeg([
            "-i", clip, "-t", "0.1", "-c", "copy", "-f", "rtp", "-sdp_file", file, "rtp://127.0.0.1:9",
        ])
        description =
            String(decoding: try IndexClip.bytes(file), as: UTF8.self).split(whereSeparator: \.isNewline)
            .filter { !$0.hasPrefix("SDP:") }.joined(separator: "\r\n") + "\r\na=control:track0\r\n"
        listener = try LoopbackListener("sessions")
        try listener.serve { [weak self] in self?.serve($0) }
    }

    var url: String { "rtsp://127.0.0.1:\(listener.port)/clip" }
    /// The number of connections so far.
    var connections: Int { listener.connections }

    /// Stops the server and its sessions.
    func end() {
        stopSending()
        listener.end()
        stopSending()
    }

    private func stopSending() {
        let running = senders.withLock { senders in
            defer { senders = [] }
            return senders
        }
        for sender in running { sender.stop(grace: .zero) }
    }

    private func serve(_ connection: CInt) {
        var receiver = 0
        // ffmpeg sends to this socket; its packets are passed on to the connection.
        let relay = socket(AF_INET, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        defer { close(relay) }
        while let request = request(connection, passingOn: relay) {
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
                if behaviour == .interleaved, transport.contains("/TCP") {
                    receiver = LoopbackListener.bindLoopback(relay).map(Int.init) ?? 0
                    answer += "Session: 1\r\nTransport: RTP/AVP/TCP;unicast;interleaved=0-1\r\n"
                    break
                }
                guard behaviour != .interleaved, let ports = transport.range(of: "client_port=") else {
                    answer = "RTSP/1.0 461 Unsupported Transport\r\nCSeq:\(field("cseq:"))\r\n"
                    break
                }
                receiver = Int(transport[ports.upperBound...].prefix { $0.isNumber }) ?? 0
                answer += "Session: 1\r\nTransport: RTP/AVP;unicast;client_port=\(receiver)-\(receiver + 1)"
                answer += ";server_port=9-10\r\n"
            case "PLAY":
                answer += "Session: 1\r\n"
                if behaviour == .playing || behaviour == .interleaved { startSending(to: receiver) }
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

    /// Returns the next request's head, or nil if the peer closed or the server was stopped. Passes packets on
    /// meanwhile.
    private func request(_ connection: CInt, passingOn relay: CInt) -> String? {
        var request: [UInt8] = []
        /// The number of bytes left of an interleaved packet from the peer.
        var skipped = 0
        while !listener.isEnded {
            var descriptors = [
                pollfd(fd: connection, events: Int16(POLLIN), revents: 0),
                pollfd(fd: relay, events: Int16(POLLIN), revents: 0),
            ]
            guard poll(&descriptors, 2, 50) > 0 else { continue }
            if descriptors[1].revents != 0 { guard passOn(relay, to: connection) else { return nil } }
            guard descriptors[0].revents != 0 else { continue }
            var byte: UInt8 = 0
            guard recv(connection, &byte, 1, 0) == 1 else { return nil }
            if behaviour == .silent { continue }
            if skipped > 0 {
                skipped -= 1
                continue
            }
            request.append(byte)
            if request.first == Self.packetMark {
                guard request.count == 4 else { continue }
                skipped = Int(request[2]) << 8 | Int(request[3])
                request = []
            } else if request.suffix(4).elementsEqual([13, 10, 13, 10]) {
                return String(decoding: request, as: UTF8.self)
            }
        }
        return nil
    }

    /// The first byte of a packet between answers.
    private static let packetMark = UInt8(ascii: "$")

    /// Sends one packet in the form of RFC 2326, 10.12.
    private func passOn(_ relay: CInt, to connection: CInt) -> Bool {
        var packet = [UInt8](repeating: 0, count: 65536)
        let count = recv(relay, &packet, packet.count, Int32(MSG_DONTWAIT))
        guard count > 0 else { return true }
        let bytes = [Self.packetMark, 0, UInt8(count >> 8), UInt8(count & 0xff)] + packet[..<count]
        return send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
    }
}
