import CWayland
import Glibc
import Logging
import Synchronization

/// Redirects libwayland's messages to our log; the last one explains a protocol error.
enum WaylandLog {
    static let logger = Logger(label: "oriel.wayland")
    private static let last = Mutex("")

    /// The last line that libwayland logged, on any thread.
    static var lastLine: String { last.withLock { $0 } }

    /// Installs the log handler, once per process (`wl_log_set_handler_client`).
    static let install: Void = wl_log_set_handler_client { format, arguments in
        guard let format, let arguments else { return }
        var buffer = [CChar](repeating: 0, count: 512)
        vsnprintf(&buffer, buffer.count, format, arguments)
        let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        let line = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).joined(separator: " ")
        WaylandLog.last.withLock { $0 = line }
        WaylandLog.logger.debug("\(line)")
    }
}
