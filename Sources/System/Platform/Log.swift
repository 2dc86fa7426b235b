import CLinux
import Glibc
public import Logging
import SystemPackage

/// The program's log: swift-log with one handler that writes single lines to standard error and optionally to a file.
public enum Log {
    /// Starts logging at `level`. Only an executable calls this, once per process; a library leaves the choice to its
    /// app. Also ignores `SIGPIPE`, so that a closed standard error loses lines and doesn't end the process.
    /// - Parameter file: path of a file to append to as well.
    /// - Throws: `PlatformError` if the file can't be opened.
    public static func bootstrap(level: Logger.Level, file: String? = nil) throws(PlatformError) {
        BrokenPipes.ignore()
        var outputs = [LogOutput(2)]
        if let file { outputs.append(try LogOutput(appendingTo: file)) }
        LoggingSystem.bootstrap { [outputs] label in LineHandler(label: label, logLevel: level, outputs: outputs) }
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

/// Writes each event as a line `LABEL: message key=value`. Never waits for a reader.
package struct LineHandler: LogHandler {
    let label: String
    package var logLevel: Logger.Level
    let outputs: [LogOutput]
    package var metadata: Logger.Metadata = [:]

    package init(label: String, logLevel: Logger.Level, outputs: [LogOutput]) {
        (self.label, self.logLevel, self.outputs) = (label, logLevel, outputs)
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    package func log(event: LogEvent) {
        var line = "\(label): \(event.level >= .notice ? "" : "[\(event.level)] ")\(event.message)"
        let all = metadata.merging(event.metadata ?? [:], uniquingKeysWith: { $1 })
        for (key, value) in all.sorted(by: { $0.key < $1.key }) { line += " \(key)=\(value)" }
        line = TerminalText.plain(line) + "\n"
        for output in outputs { output.write(line) }
    }
}
