import CLinux
import Glibc
public import Logging
import SystemPackage

/// The program's log: lines to standard error, and optionally to a file.
public enum Log {
    /// Starts logging at `level`. Only an executable calls this, once per process; a library leaves the choice to its
    /// app. Also ignores `SIGPIPE`, so that a closed standard error loses lines and doesn't end the process.
    /// - Parameter file: path of a file to append to as well.
    /// - Throws: `PlatformError` if the file can't be opened.
    public static func bootstrap(level: Logger.Level, file: String? = nil) throws(PlatformError) {
        BrokenPipes.ignore()
        var outputs = [LogOutput(2)]
        if let file { outputs.append(try LogOutput(appendingTo: file)) }
        LogSwitch.set(level: level) { [outputs] level, line in
            let line = level >= .notice ? line : line.replacing(": ", with: ": [\(level)] ", maxReplacements: 1)
            for output in outputs { output.write(line + "\n") }
        }
    }
}

extension LogOutput {
    /// Opens a file, made if it is missing; it stays open.
    convenience init(appendingTo file: String) throws(PlatformError) {
        // `O_NONBLOCK`: opening a named pipe without a reader fails instead of waiting for one.
        let descriptor = PathText.withCString(file) {
            oriel_open($0, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o644)
        }
        guard descriptor >= 0 else { throw PlatformError("open", Errno(rawValue: errno), subject: file) }
        self.init(descriptor)
    }
}
