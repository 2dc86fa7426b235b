import CLinux
import Glibc

/// Wakes an event loop from any thread, without data (`eventfd`). Signals before the loop's next turn count as one.
public final class Wakeup: Sendable {
    private let event: Descriptor

    public init() throws(PlatformError) {
        event = try Descriptor(checking: eventfd(0, CInt(EFD_CLOEXEC | EFD_NONBLOCK)), "eventfd")
    }

    /// The descriptor a loop watches for readability.
    public var descriptor: CInt { event.number }

    /// Makes `descriptor` readable. Any thread. Never blocks; async-signal-safe.
    public func signal() {
        var one: UInt64 = 1
        _ = write(event.number, &one, 8)
    }

    /// Resets the wakeup. Call it on the loop's thread.
    /// - Returns: true if it was signalled.
    @discardableResult
    public func clear() -> Bool {
        var count: UInt64 = 0
        return read(event.number, &count, 8) == 8
    }

    /// Waits until the wakeup is signalled, at most for `limit`; doesn't reset it.
    /// - Returns: true if it is signalled.
    public func wait(upTo limit: Duration) -> Bool {
        var waited = pollfd(fd: event.number, events: Int16(POLLIN), revents: 0)
        let milliseconds = CInt(
            clamping: limit.components.seconds * 1000 + limit.components.attoseconds / 1_000_000_000_000_000)
        return poll(&waited, 1, milliseconds) > 0
    }
}
