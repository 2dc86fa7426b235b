import Foundation
import Glibc
import OrielPlatform
import Synchronization

/// A FIFO, and a thread that writes into it.
final class NamedPipe {
    let path: String
    private var writer: NamedThread?
    private let progress = Progress()
    private let ending: Wakeup

    private final class Progress: Sendable {
        let isWritten = Mutex(false)
    }

    init(_ path: String) throws {
        self.path = path
        ending = try Wakeup()
        guard mkfifo(path, 0o600) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }

    deinit {
        // If the writer still waits for a reader or for room, this reader frees it.
        let reader = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        if reader >= 0 { close(reader) }
        ending.signal()
        writer?.join()
        unlink(path)
    }

    /// Whether everything was written and the reader has taken it.
    var isDrained: Bool {
        guard progress.isWritten.withLock({ $0 }) else { return false }
        // A second reader can poll for waiting bytes and takes none.
        let reader = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        defer { close(reader) }
        var query = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
        return poll(&query, 1, 0) == 0
    }

    /// Writes the bytes once the pipe has a reader. It then closes the pipe, or keeps it open until its readers have
    /// closed or
    /// this object is released, for a minute at most.
    func write(_ bytes: [UInt8], thenHolding holds: Bool = false) throws {
        let (progress, ending) = (progress, ending)
        let path = path
        writer = try NamedThread("fifo-writer") {
            signal(SIGPIPE, SIG_IGN)
            let descriptor = open(path, O_WRONLY | O_CLOEXEC)
            guard descriptor >= 0 else { return }
            bytes.withUnsafeBytes { bytes in
                var written = 0
                while written < bytes.count {
                    let count = Glibc.write(descriptor, bytes.baseAddress! + written, bytes.count - written)
                    if count <= 0 { break }
                    written += count
                }
            }
            progress.isWritten.withLock { $0 = true }
            var ends = [
                pollfd(fd: descriptor, events: 0, revents: 0),
                pollfd(fd: ending.descriptor, events: Int16(POLLIN), revents: 0),
            ]
            if holds { poll(&ends, 2, 60_000) }
            close(descriptor)
        }
    }
}
