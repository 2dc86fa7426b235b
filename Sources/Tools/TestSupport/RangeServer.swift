import CLinux
import Foundation
import Glibc
import OrielPlatform
import Synchronization

/// A web server for one or several files on the loopback interface, with selectable faults. Keeps connections.
public final class RangeServer: Sendable {
    /// Behaviour for each request, until it is changed.
    public enum Behaviour: Hashable, Sendable {
        case whole
        /// Ignores ranges, so that the file isn't seekable.
        case withoutRanges
        /// Stops sending after this many bytes of each answer, but keeps the connection.
        case stallingAfter(Int)
        /// Stops sending at this byte of the file; continues there once the behaviour changes.
        case holdingAt(Int)
        /// Sends the file up to this byte without length and ranges, then stops but keeps the connection.
        case liveUpTo(Int)
        /// Sends the whole file without length and ranges, then closes the connection.
        case withoutLength
        /// Closes each connection after this many bytes.
        case breakingAfter(Int)
        /// Closes each connection at this byte of the file.
        case endingAt(Int)
        /// Resets each connection at this byte of the file.
        case resettingAt(Int)
        case missing
        /// Redirects requests for a path to an address, with this status.
        case redirecting(_ path: String, to: String, status: Int = 302)

        /// Returns the byte of the file up to which an answer is sent that begins at `start`.
        fileprivate func limit(from start: Int, of size: Int) -> Int {
            switch self {
            case .whole, .withoutRanges, .withoutLength, .missing, .redirecting: size
            case .stallingAfter(let count), .breakingAfter(let count): min(size, start + count)
            case .liveUpTo(let end): min(size, end)
            case .holdingAt(let end), .endingAt(let end), .resettingAt(let end): max(start, min(size, end))
            }
        }
    }

    private struct State {
        var behaviour: Behaviour
        var requests = 0
        var heads: [String] = []
    }

    private let state: Mutex<State>
    private let listener: LoopbackListener
    private let file: @Sendable (String) -> [UInt8]?

    public convenience init(_ bytes: [UInt8], _ behaviour: Behaviour = .whole) throws {
        try self.init(behaviour) { _ in bytes }
    }

    /// Starts the server.
    /// - Parameter file: returns the bytes for a path in lower case, such as `/list.m3u8`; nil for none. Any thread.
    public init(_ behaviour: Behaviour = .whole, file: @escaping @Sendable (String) -> [UInt8]?) throws {
        self.file = file
        state = Mutex(State(behaviour: behaviour))
        listener = try LoopbackListener("range-server")
        try listener.serve { [weak self] in self?.serve($0) }
    }

    /// Ends the server and its connections.
    public func end() { listener.end() }

    /// Port on 127.0.0.1.
    public var port: UInt16 { listener.port }
    /// URL of the file.
    public var url: String { "http://127.0.0.1:\(port)/clip" }
    /// Number of requests so far.
    public var requests: Int { state.withLock { $0.requests } }
    /// Text of the last request, in lower case.
    public var lastRequest: String { heads.last ?? "" }
    /// Texts of all requests, in lower case.
    public var heads: [String] { state.withLock { $0.heads } }
    private var isEnded: Bool { listener.isEnded }

    /// Changes the behaviour from now on.
    public func become(_ behaviour: Behaviour) { state.withLock { $0.behaviour = behaviour } }

    private func serve(_ connection: CInt) {
        // A client that doesn't read must not delay the server's end.
        var patience = timeval(tv_sec: 0, tv_usec: 100_000)
        setsockopt(connection, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        while let text = request(connection), answer(text, on: connection) {}
    }

    /// Reads a request's head, in lower case; nil if the client disconnects or the server ends before.
    private func request(_ connection: CInt) -> String? {
        var request: [UInt8] = []
        var readable = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
        while !request.suffix(4).elementsEqual([13, 10, 13, 10]) {
            guard poll(&readable, 1, 50) > 0 else {
                if isEnded { return nil }
                continue
            }
            var byte: UInt8 = 0
            guard recv(connection, &byte, 1, 0) == 1 else { return nil }
            request.append(byte)
        }
        return String(decoding: request, as: UTF8.self).lowercased()
    }

    /// Answers a request. True if the connection is kept for another one (RFC 9112, §9.3).
    private func answer(_ text: String, on connection: CInt) -> Bool {
        let isKept = !text.contains("connection: close")
        let ending = "Connection: \(isKept ? "keep-alive" : "close")\r\n\r\n"
        let behaviour = state.withLock { state in
            state.requests += 1
            state.heads.append(text)
            return state.behaviour
        }
        let path = text.split(separator: " ").dropFirst().first.map(String.init) ?? "/"
        if case .redirecting(path, let address, let status) = behaviour {
            let head = "HTTP/1.1 \(status) Elsewhere\r\nLocation: \(address)\r\nContent-Length: 0\r\n"
            return send((head + ending).utf8, to: connection) && isKept
        }
        guard behaviour != .missing, let bytes = file(path) else {
            return send(("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n" + ending).utf8, to: connection) && isKept
        }
        switch behaviour {
        case .liveUpTo, .withoutLength:
            let header = "HTTP/1.1 200 OK\r\nContent-Type: video/mp2t\r\nConnection: close\r\n\r\n"
            let end = behaviour.limit(from: 0, of: bytes.count)
            guard send(header.utf8, to: connection), send(bytes.prefix(end), to: connection) else { return false }
            if behaviour != .withoutLength { _ = hold(connection) { false } }
            return false
        default: break
        }
        var start = 0
        if let range = text.range(of: "range: bytes="), behaviour != .withoutRanges {
            start = min(bytes.count, Int(text[range.upperBound...].prefix { $0.isNumber }) ?? 0)
        }
        var header = behaviour == .withoutRanges ? "HTTP/1.1 200 OK\r\n" : "HTTP/1.1 206 Partial Content\r\n"
        if behaviour != .withoutRanges {
            header += "Accept-Ranges: bytes\r\nContent-Range: bytes \(start)-\(bytes.count - 1)/\(bytes.count)\r\n"
        }
        header += "Content-Length: \(bytes.count - start)\r\nContent-Type: video/mp4\r\n" + ending
        let limit = behaviour.limit(from: start, of: bytes.count)
        guard send(header.utf8, to: connection), send(bytes[start..<limit], to: connection) else { return false }
        switch behaviour {
        case .stallingAfter: _ = hold(connection) { false }
        case .holdingAt:
            let goesOn = hold(connection) { [self] in state.withLock { $0.behaviour != behaviour } }
            if goesOn { send(bytes[limit...], to: connection) }
        case .resettingAt:
            var linger = linger(l_onoff: 1, l_linger: 0)
            setsockopt(connection, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Glibc.linger>.size))
        case .whole, .withoutRanges: return isKept
        case .withoutLength, .breakingAfter, .endingAt, .liveUpTo, .missing, .redirecting: break
        }
        return false
    }

    /// Waits until `isOver` returns true. False if the client disconnects or the server ends before.
    private func hold(_ connection: CInt, until isOver: () -> Bool) -> Bool {
        var gone = pollfd(fd: connection, events: Int16(POLLIN | 0x2000), revents: 0)
        while !isOver() { guard !isEnded, poll(&gone, 1, 50) == 0 else { return false } }
        return true
    }

    /// Sends all data; false if the client disconnects or the server ends before.
    @discardableResult
    private func send(_ data: some Collection<UInt8>, to connection: CInt) -> Bool {
        let bytes = Array(data)
        var sent = 0
        while sent < bytes.count, !isEnded {
            let count = bytes.withUnsafeBytes {
                Glibc.send(
                    connection, $0.baseAddress! + sent, min(bytes.count - sent, 16384), Int32(MSG_NOSIGNAL))
            }
            guard count > 0 || errno == EAGAIN else { return false }
            sent += max(0, count)
        }
        return sent == bytes.count
    }
}
