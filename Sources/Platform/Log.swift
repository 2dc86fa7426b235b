import CLinux
import Glibc
public import Logging
import SystemPackage

/// The program's log: swift-log with one handler that writes single lines to standard error, and to a file if wanted.
public enum Log {
    /// Starts logging at `level`. Once per process, by the executable; a library leaves the choice to its app. From then on
    /// a reader of standard error that is gone costs the lines, not the process (`SIGPIPE` is ignored).
    /// - Parameter file: a file to append to as well.
    public static func bootstrap(level: Logger.Level, file: String? = nil) throws(PlatformError) {
        BrokenPipes.ignore()
        var outputs = [LogOutput(2)]
        if let file {
            // A named pipe without a reader is an error, rather than a wait for one.
            let descriptor = PathText.withCString(file) {
                oriel_open($0, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o644)
            }
            guard descriptor >= 0 else { throw PlatformError("open", Errno(rawValue: errno), subject: file) }
            outputs.append(LogOutput(descriptor))
        }
        LoggingSystem.bootstrap { [outputs] label in LineHandler(label: label, logLevel: level, outputs: outputs) }
    }
}

/// Writes `LABEL: message key=value`, a line for each event. Never waits for a reader.
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
