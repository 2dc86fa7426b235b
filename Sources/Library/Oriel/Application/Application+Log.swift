import Logging
import OrielPlatform
public import OrielPlayer

extension Application {
    /// Least severity of the log lines that are written.
    public enum LogLevel: Hashable, Sendable, CaseIterable {
        /// Everything, for a report of a bug.
        case debug
        /// Regular events.
        case info
        /// Unusual events that need no action.
        case notice
        /// Failures of a part.
        case warning
        /// Failures of a request.
        case error
        /// Nothing.
        case none
    }

    /// Destination of log lines.
    public enum LogDestination: Sendable {
        /// Standard error.
        case standardError
        /// A file, by its path, to which lines are appended.
        case file(String)
        /// A function of the app, which is called on any thread with each line, without its end.
        case handler(@Sendable (LogLevel, String) -> Void)
    }

    /// Sets which log lines Oriel writes, and where. May be called again at any time; the first call comes before
    /// everything else of Oriel. An app that sets up swift-log's `LoggingSystem` itself leaves this out. Any thread.
    /// - Parameters:
    ///   - level: least severity; `none` for silence. Without any call it is `info`.
    ///   - destination: standard error by default.
    /// - Throws: `StartError` if the file can't be opened.
    nonisolated public static func log(
        _ level: LogLevel, to destination: LogDestination = .standardError
    ) throws(StartError) {
        let receiver: LogSwitch.Receiver
        switch destination {
        case .standardError, .file:
            var path: String?
            if case .file(let file) = destination { path = file }
            do { receiver = try LogSwitch.writer(to: path) } catch {
                throw StartError("\(error)", advice: "choose another file for the log")
            }
        case .handler(let handler): receiver = { handler(LogLevel($0), $1) }
        }
        LogSwitch.set(level: level.least, receiver)
    }
}

extension Application.LogLevel {
    fileprivate init(_ level: Logger.Level) {
        self =
            switch level {
            case .trace, .debug: .debug
            case .info: .info
            case .notice: .notice
            case .warning: .warning
            case .error, .critical: .error
            }
    }

    /// The level in swift-log's words; nil for no lines.
    fileprivate var least: Logger.Level? {
        switch self {
        case .debug: .debug
        case .info: .info
        case .notice: .notice
        case .warning: .warning
        case .error: .error
        case .none: nil
        }
    }
}
