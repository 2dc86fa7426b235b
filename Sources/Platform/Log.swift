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
        var outputs: [CInt] = [2]
        if let file {
            let descriptor = PathText.withCString(file) {
                oriel_open($0, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)
            }
            guard descriptor >= 0 else { throw PlatformError("open", Errno(rawValue: errno), subject: file) }
            outputs.append(descriptor)
        }
        LoggingSystem.bootstrap { [outputs] label in LineHandler(label: label, logLevel: level, outputs: outputs) }
    }
}

/// `LABEL: message key=value`: one line, one write.
struct LineHandler: LogHandler {
    let label: String
    var logLevel: Logger.Level
    var outputs: [CInt]
    var metadata: Logger.Metadata = [:]

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var line = "\(label): \(event.level >= .notice ? "" : "[\(event.level)] ")\(event.message)"
        let all = metadata.merging(event.metadata ?? [:], uniquingKeysWith: { $1 })
        for (key, value) in all.sorted(by: { $0.key < $1.key }) { line += " \(key)=\(value)" }
        line = TerminalText.plain(line) + "\n"
        line.withUTF8 { for output in outputs { _ = write(output, $0.baseAddress, $0.count) } }
    }
}
