import CFFmpeg
import Logging

/// Redirection of FFmpeg's log to the program's.
///
/// Warnings and errors become `debug` and the rest `trace`, since the library reports every flaw of a stream. Errors
/// that concern the user are reported as `MediaError`.
package enum LibavLog {
    private static let logger = Logger(label: "ffmpeg")

    /// Replaces FFmpeg's output to standard error, once per process (`av_log_set_callback`).
    package static func redirect() { _ = installed }

    private static let installed: Void = {
        av_log_set_callback { source, level, format, arguments in
            guard level <= AV_LOG_VERBOSE else { return }
            let severity: Logger.Level = level <= AV_LOG_WARNING ? .debug : .trace
            guard LibavLog.logger.logLevel <= severity, let arguments else { return }
            var line = [CChar](repeating: 0, count: 512)
            var prefix: CInt = 1
            av_log_format_line2(source, level, format, arguments, &line, CInt(line.count), &prefix)
            let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            LibavLog.logger.log(level: severity, "\(text.split(whereSeparator: \.isNewline).joined(separator: " "))")
        }
    }()
}
