import CLinux
import Glibc
import Synchronization

/// A descriptor that lines are written to without waiting for its reader: a line that doesn't fit is dropped and counted. Any
/// thread.
package final class LogOutput: Sendable {
    private struct State {
        /// Lines dropped since the last that was written.
        var dropped = 0
        /// The last line was written in part.
        var isCut = false
    }

    private let descriptor: CInt
    private let isSocket: Bool
    private let state = Mutex(State())

    /// Opens a pipe or terminal anew, so that it can be written to without blocking and other users of the descriptor aren't
    /// affected. Where that fails, `poll` looks for room before each write.
    /// - Parameter descriptor: stays the caller's, and must stay open.
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

    /// Writes a line with its end, or counts it.
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

    /// Writes a short text as a whole, or not.
    private func put(_ text: String) -> Bool { send(text) == text.utf8.count }

    /// - Returns: how many bytes were taken.
    private func send(_ text: String) -> Int {
        var text = text
        return text.withUTF8 { bytes in
            var done = 0
            while done < bytes.count, let base = bytes.baseAddress {
                // So much fits into a pipe that has room at all.
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
