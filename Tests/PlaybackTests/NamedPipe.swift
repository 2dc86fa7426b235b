import Foundation
import Glibc
import OrielPlatform

/// A FIFO, and a thread that writes into it.
final class NamedPipe {
    let path: String
    private var writer: NamedThread?

    init(_ path: String) throws {
        self.path = path
        guard mkfifo(path, 0o600) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }

    deinit {
        // Should the writer still wait for a reader or for room, this reader frees it.
        let reader = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        if reader >= 0 { close(reader) }
        writer?.join()
        unlink(path)
    }

    /// Writes the bytes once somebody reads; then closes, or keeps the pipe open for `rest` after them.
    func write(_ bytes: [UInt8], thenHolding rest: Duration = .zero) throws {
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
            if rest > .zero { usleep(UInt32(rest.seconds * 1_000_000)) }
            close(descriptor)
        }
    }
}
