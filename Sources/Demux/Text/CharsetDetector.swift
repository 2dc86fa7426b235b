import CUchardet
import Logging
import OrielLibav
import Synchronization

/// Detects the charset of a text by its letters (uchardet). The library is opened when the first text needs it. Any
/// thread.
package struct CharsetDetector: Sendable {
    private static let logger = Logger(label: "oriel")
    /// Detector with the system's library.
    package static let system = CharsetDetector("libuchardet.so.0")

    private let table: oriel_uchardet?

    /// Opens the library. If it is missing, logs one line, and nothing is detected.
    /// - Parameter name: file name for the dynamic loader.
    package init(_ name: String) {
        let table = UnsafeMutablePointer<oriel_uchardet>.allocate(capacity: 1)
        defer { table.deallocate() }
        var reason = [CChar](repeating: 0, count: 256)
        if oriel_uchardet_open(name, table, &reason, reason.count) {
            self.table = table.pointee
        } else {
            self.table = nil
            let words = Libav.string(reason)
            Self.logger.warning(
                "text that isn't UTF-8 is read as western European, because its charset can't be detected: \(words)")
        }
    }

    /// Probable charset of a text, by a name that iconv knows; nil if none fits or the library is missing.
    func charset(of sample: some Collection<UInt8>) -> String? {
        guard let table, let detector = table.create() else { return nil }
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
