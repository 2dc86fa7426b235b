package import Logging
import Synchronization

/// The log of an app: swift-log's handler, set up once in a process, whose level and receiver can be changed at any
/// time. Any thread.
package enum LogSwitch {
    package typealias Receiver = @Sendable (Logger.Level, String) -> Void

    private struct Setting: Sendable {
        /// Lowest level of the lines; nil for none.
        var level: Logger.Level?
        var receiver: Receiver
    }

    private static let setting = Mutex(Setting(level: .info, receiver: { _, _ in }))
    /// swift-log takes one handler in a process.
    private static let isSetUp: Bool = {
        LoggingSystem.bootstrap { Handler(label: $0) }
        return true
    }()

    /// Sends lines of at least a level to a receiver from now on; nil for no lines.
    package static func set(level: Logger.Level?, _ receiver: @escaping Receiver) {
        setting.withLock { $0 = Setting(level: level, receiver: receiver) }
        _ = isSetUp
    }

    private struct Handler: LogHandler {
        let label: String
        var metadata: Logger.Metadata = [:]
        /// The switch's level, so that unwanted lines are not formatted.
        var logLevel: Logger.Level {
            get { LogSwitch.setting.withLock { $0.level ?? .critical } }
            set {}
        }

        init(label: String) { self.label = label }

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let setting = LogSwitch.setting.withLock(\.self)
            guard let least = setting.level, event.level >= least else { return }
            var line = "\(label): \(event.message)"
            let all = metadata.merging(event.metadata ?? [:], uniquingKeysWith: { $1 })
            for (key, value) in all.sorted(by: { $0.key < $1.key }) { line += " \(key)=\(value)" }
            setting.receiver(event.level, TerminalText.plain(line))
        }
    }
}

extension LogSwitch {
    /// Returns a receiver that writes lines to a file, appended, or to standard error for nil, without waiting for a
    /// reader.
    /// - Throws: `PlatformError` if the file can't be opened.
    package static func writer(to file: String?) throws(PlatformError) -> Receiver {
        let output = try file.map { file throws(PlatformError) in try LogOutput(appendingTo: file) } ?? LogOutput(2)
        return { _, line in output.write(line + "\n") }
    }
}
