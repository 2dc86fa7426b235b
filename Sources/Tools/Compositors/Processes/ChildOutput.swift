import CLinux
import Glibc
import OrielPlatform
import Synchronization

/// Collects a child's output on a thread that ends when the last writer closes its end.
final class ChildOutput: Sendable {
    private let bytes = Mutex<[UInt8]>([])
    private let changed: Wakeup
    private let ended: Wakeup

    /// - Parameter descriptor: the pipe's read end; this object owns it.
    init(reading descriptor: consuming Descriptor) throws(PlatformError) {
        changed = try Wakeup()
        ended = try Wakeup()
        let number = descriptor.release()
        _ = try NamedThread("child-output") { [self] in
            var buffer = [UInt8](repeating: 0, count: 65536)
            while true {
                let count = read(number, &buffer, buffer.count)
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else { break }
                bytes.withLock { $0.append(contentsOf: buffer[..<count]) }
                changed.signal()
            }
            close(number)
            ended.signal()
            changed.signal()
        }
    }

    var text: String { String(decoding: bytes.withLock { $0 }, as: UTF8.self) }

    /// Waits until the last writer has closed: a child's exit doesn't mean that all output was read.
    func waitForEnd(_ limit: Duration) { _ = waitReadable(ended.descriptor, until: MonotonicClock.now + limit) }

    /// Waits until `condition` holds for the output. One caller at a time.
    func wait(_ limit: Duration, until condition: (String) -> Bool) -> Bool {
        let deadline = MonotonicClock.now + limit
        while true {
            changed.clear()
            if condition(text) { return true }
            if waitReadable(ended.descriptor, until: .zero) { return condition(text) }
            guard waitReadable(changed.descriptor, until: deadline) else { return condition(text) }
        }
    }
}
