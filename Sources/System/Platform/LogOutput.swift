import CLinux
import Glibc
import Synchronization

/// Writes lines to a descriptor without waiting for its reader; drops and counts lines that don't fit. Any thread.
package final class LogOutput: Sendable {
    private struct State {
        /// Number of lines dropped since the last written one.
        var dropped = 0
        /// Whether the last line was written only in part.
        var isCut = false
    }

    private let descriptor: CInt
    private let isSocket: Bool
    private let state = Mutex(State())

    /// Reopens a pipe or terminal, to make writes non-blocking without affecting other users of the descriptor. If that
    /// fails, each write first checks for room with `poll`.
    /// - Parameter descriptor: remains owned by the caller and must stay open.
    package init(_ descriptor: CInt) {
        var status = stat()
        let kind = fstat(descriptor, &status) == 0 ? status.st_mode & S_IFMT : S_IFREG
        isSocket = kind == S_IFSOCK
        var own: CInt = -1
        if kind == S_IFIFO || kind == S_IFCHR {
            own = oriel_open(
                "/proc/self/fd/\(descriptor)", O_WRONLY | O_APPEND | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0)
        }
        self.descriptor = own >= 0 ? own : descriptor
        ownsDescriptor = own >= 0
    }

    private let ownsDescriptor: Bool

    deinit { if ownsDescriptor { close(descriptor) } }

    /// Writes a line, which includes its newline, or counts it as dropped.
    package func write(_ line: String) {
        state.withLock { state in
            if state.isCut {
                guard put("\n") else { return state.dropped += 1 }
                state.isCut = false
            }
            if state.dropped > 0 {
                let lines = state.dropped == 1 ? "1 line was" : "\(state.dropped) lines were"
                guard put("oriel: \(lines) not written here, for nothing read them\n") else {
                    return state.dropped += 1
                }
                state.dropped = 0
            }
            let written = send(line)
            guard written < line.utf8.count else { return }
            state.dropped += 1
            state.isCut = written > 0
        }
    }

    /// Writes a short text.
    /// - Returns: true if it was written completely.
    private func put(_ text: String) -> Bool { send(text) == text.utf8.count }

    /// Writes as much of the text as fits.
    /// - Returns: number of bytes written.
    private func send(_ text: String) -> Int {
        var text = text
        return text.withUTF8 { bytes in
            var done = 0
            while done < bytes.count, let base = bytes.baseAddress {
                // A pipe that polls writable has room for at least `PIPE_BUF` bytes.
                let count = min(bytes.count - done, Int(PIPE_BUF))
                let result: Int
                if isSocket {
                    result = Glibc.send(descriptor, base + done, count, CInt(MSG_DONTWAIT) | CInt(MSG_NOSIGNAL))
                } else {
                    guard ownsDescriptor || hasRoom else { break }
                    result = Glibc.write(descriptor, base + done, count)
                }
                if result < 0, errno == EINTR { continue }
                guard result > 0 else { break }
                done += result
            }
            return done
        }
    }

    private var hasRoom: Bool {
        var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return poll(&wanted, 1, 0) > 0 && wanted.revents & Int16(POLLOUT) != 0
    }
}
