import CPipeWire

/// libpipewire, opened with the first stream.
package enum PipeWireLibrary {
    /// Opens the library unless it is open; a failure is tried again by the next call. The dynamic loader's error, or
    /// nil if it is open. Any thread; blocks while it loads.
    package static var problem: String? {
        var reason = [CChar](repeating: 0, count: 256)
        guard !oriel_pipewire_open(&reason, reason.count) else { return nil }
        return String(decoding: reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
