import CPulse
import Synchronization

/// libpulse, opened with the first audio.
enum PulseLibrary {
    /// The library's functions; nil if it can't be opened.
    static var functions: oriel_pulse? { open().functions }

    /// The dynamic loader's error, or nil if it is open.
    static var problem: String? { open().problem }

    private struct Opened: @unchecked Sendable {  // Function pointers, which never change.
        var functions: oriel_pulse?
        var problem: String?
    }

    private static let opened = Mutex(Opened())

    /// Opens the library unless it is open. A failure is tried again by the next call. Any thread (`dlopen`).
    private static func open() -> Opened {
        opened.withLock { opened in
            if opened.functions == nil { opened = tried() }
            return opened
        }
    }

    private static func tried() -> Opened {
        let table = UnsafeMutablePointer<oriel_pulse>.allocate(capacity: 1)
        defer { table.deallocate() }
        var reason = [CChar](repeating: 0, count: 256)
        guard oriel_pulse_open("libpulse.so.0", table, &reason, reason.count) else {
            let bytes = reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            return Opened(functions: nil, problem: String(decoding: bytes, as: UTF8.self))
        }
        return Opened(functions: table.pointee, problem: nil)
    }
}
