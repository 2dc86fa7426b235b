@preconcurrency import Glibc
import OrielPlatform
import Synchronization

/// Standard output of the program: if a part of it can't be written, the program ends with a line and status 1.
enum StandardOutput {
    /// Error of a line that could not be written; 0 if there was none.
    private static let problem = Atomic<CInt>(0)

    /// Takes the numbers of standard streams that are closed. Otherwise a file or socket that is opened later has such
    /// a number, and gets the text that is meant for the stream.
    static func guardClosed() {
        for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) < 0 {
            // Opened the wrong way round, so that each use fails as before.
            _ = open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }

    static func noteFailure(_ error: CInt) { problem.store(error, ordering: .relaxed) }

    /// Writes what is buffered.
    /// - Returns: the status to exit with.
    static func finish(_ status: CInt) -> CInt {
        let isFlushed = fflush(stdout) == 0
        if !isFlushed { noteFailure(errno) }
        let error = problem.load(ordering: .relaxed)
        guard error != 0 || ferror(stdout) != 0 else { return status }
        let reason = error == 0 ? "" : ": \(String(cString: strerror(error)))"
        writeLine("oriel: standard output can't be written\(reason)", to: STDERR_FILENO)
        return status == 0 ? 1 : status
    }
}

/// Writes one line at once, without buffering.
/// - Parameter isJSON: true if the line's control characters are already escaped.
/// - Returns: false if it can't be written.
@discardableResult
func writeLine(_ line: String, to descriptor: CInt, isJSON: Bool = false) -> Bool {
    var text = Array(((isJSON ? line : TerminalText.plain(line)) + "\n").utf8)[...]
    while !text.isEmpty {
        let count = text.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        guard count > 0 || count < 0 && errno == EINTR else {
            if descriptor == STDOUT_FILENO { StandardOutput.noteFailure(errno) }
            return false
        }
        text = text.dropFirst(max(0, count))
    }
    return true
}
