import CLinux
import Glibc

/// A data-less wakeup of an event loop from any thread (`eventfd`). Many signals before the loop turns count once.
public final class Wakeup: Sendable {
    private let event: Descriptor

    public init() throws(PlatformError) {
        event = try Descriptor(checking: eventfd(0, CInt(EFD_CLOEXEC | EFD_NONBLOCK)), "eventfd")
    }

    /// The descriptor a loop watches for readability.
    public var descriptor: CInt { event.number }

    /// Any thread. Never blocks; async-signal-safe.
    public func signal() {
        var one: UInt64 = 1
        _ = write(event.number, &one, 8)
    }

    /// The loop's thread: consumes what was signalled. True if anything was.
    @discardableResult
    public func clear() -> Bool {
        var count: UInt64 = 0
        return read(event.number, &count, 8) == 8
    }

    /// Sleeps until it is signalled, at most for `limit`; what was signalled stays. True if anything was.
    public func wait(upTo limit: Duration) -> Bool {
        var waited = pollfd(fd: event.number, events: Int16(POLLIN), revents: 0)
        let milliseconds = CInt(
            clamping: limit.components.seconds * 1000 + limit.components.attoseconds / 1_000_000_000_000_000)
        return poll(&waited, 1, milliseconds) > 0
    }
}
