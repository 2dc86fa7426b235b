import CUchardet
import Logging
import OrielLibav
import Synchronization

/// Detects the charset of a text by its letters (uchardet). The library is opened when the first text needs it; a
/// failure is tried again with the next text. Any thread.
package final class CharsetDetector: Sendable {
    private static let logger = Logger(label: "oriel")
    /// Detector with the system's library.
    package static let system = CharsetDetector("libuchardet.so.0")

    private let name: String
    private let opened = Mutex<oriel_uchardet?>(nil)

    /// - Parameter name: file name for the dynamic loader.
    package init(_ name: String) { self.name = name }

    /// The library's functions. If it can't be opened, logs one line, and nothing is detected.
    private func functions() -> oriel_uchardet? {
        opened.withLock { opened in
            if let opened { return opened }
            let table = UnsafeMutablePointer<oriel_uchardet>.allocate(capacity: 1)
            defer { table.deallocate() }
            var reason = [CChar](repeating: 0, count: 256)
            if oriel_uchardet_open(name, table, &reason, reason.count) {
                opened = table.pointee
            } else {
                let words = Libav.string(reason)
                Self.logger.warning(
                    "text that isn't UTF-8 is read as western European, because its charset can't be detected: \(words)"
                )
            }
            return opened
        }
    }

    /// Probable charset of a text, by a name that iconv knows; nil if none fits or the library is missing.
    func charset(of sample: some Collection<UInt8>) -> String? {
        guard let table = functions(), let detector = table.create() else { return nil }
        defer { table.destroy(detector) }
        let bytes = sample.map { CChar(bitPattern: $0) }
        let isTaken = bytes.withUnsafeBufferPointer { bytes in
            bytes.baseAddress.map { table.handle_data(detector, $0, bytes.count) == 0 } ?? false
        }
        guard isTaken else { return nil }
        table.data_end(detector)
        return Libav.string(table.get_charset(detector)).flatMap { $0.isEmpty ? nil : $0.uppercased() }
    }
}
