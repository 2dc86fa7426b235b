import CFFmpeg
import Logging

/// Sends what libav says to the program's log, as `debug` (warnings, errors) and `trace` (the rest): the library shouts
/// about every flaw of a stream, and what a person must know is said by `MediaError`.
enum LibavLog {
    private static let logger = Logger(label: "ffmpeg")

    /// Replaces libav's own printing to standard error, once per process (`av_log_set_callback`).
    static func redirect() { _ = installed }

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
