import COriel
import Glibc
import Logging
import Synchronization

/// Receiver of log lines; one for the process.
struct LogReceiver: @unchecked Sendable {  // The program promises that any thread may call its function.
    typealias Function = @convention(c) (oriel_log_level, UnsafePointer<CChar>?, UnsafeMutableRawPointer?) -> Void

    /// Nil for no lines.
    let least: Logger.Level?
    let function: Function?
    let data: UnsafeMutableRawPointer?

    init(least: Logger.Level?, function: Function?, data: UnsafeMutableRawPointer?) {
        self.least = least
        self.function = function
        self.data = data
    }

    private static let current = Mutex(LogReceiver(least: .warning, function: nil, data: nil))
    /// Runs once in a process.
    private static let isListening: Bool = {
        LoggingSystem.bootstrap { Handler(label: $0) }
        return true
    }()

    /// Call before the first line may come.
    static func listen() { _ = isListening }

    static func set(_ receiver: LogReceiver) {
        listen()
        current.withLock { $0 = receiver }
    }

    /// - Returns: nil for an unknown level; an inner nil for no lines.
    static func level(_ level: oriel_log_level) -> Logger.Level?? {
        switch level {
        case ORIEL_LOG_DEBUG: .some(.debug)
        case ORIEL_LOG_INFO: .some(.info)
        case ORIEL_LOG_NOTICE: .some(.notice)
        case ORIEL_LOG_WARNING: .some(.warning)
        case ORIEL_LOG_ERROR: .some(.error)
        case ORIEL_LOG_NONE: .some(nil)
        default: nil
        }
    }

    fileprivate static var least: Logger.Level? { current.withLock { $0.least } }

    fileprivate static func receive(_ line: String, _ level: Logger.Level) {
        // Under the lock: one call at a time, and none once another receiver is set.
        current.withLock { receiver in
            guard let least = receiver.least, level >= least else { return }
            guard let function = receiver.function else {
                let line = Array("oriel: \(line)\n".utf8)
                _ = write(STDERR_FILENO, line, line.count)
                return
            }
            function(oriel_log_level(level), line, receiver.data)
        }
    }

    private struct Handler: LogHandler {
        let label: String
        var metadata: Logger.Metadata = [:]
        /// The receiver's level, so that unwanted lines are not formatted.
        var logLevel: Logger.Level {
            get { LogReceiver.least ?? .critical }
            set {}
        }

        init(label: String) { self.label = label }

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) { LogReceiver.receive("\(event.message)", event.level) }
    }
}

extension oriel_log_level {
    fileprivate init(_ level: Logger.Level) {
        self =
            switch level {
            case .trace, .debug: ORIEL_LOG_DEBUG
            case .info: ORIEL_LOG_INFO
            case .notice: ORIEL_LOG_NOTICE
            case .warning: ORIEL_LOG_WARNING
            case .error, .critical: ORIEL_LOG_ERROR
            }
    }
}
