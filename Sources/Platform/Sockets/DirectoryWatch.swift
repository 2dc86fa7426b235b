import CLinux
import Glibc
import SystemPackage

/// Tells when a name appears in a folder, or also when one goes (`inotify`). Any one thread at a time.
public final class DirectoryWatch {
    private let descriptor: Descriptor

    /// Readable when something has changed; for an event loop to watch while this object lives.
    public var number: CInt { descriptor.number }

    /// Watches a folder. Throws `EMFILE` where this user's limit of watches is reached.
    /// - Parameter removals: names that go count, too, and the folder's own.
    public init(_ path: String, removals: Bool = false) throws(PlatformError) {
        descriptor = try Descriptor(checking: inotify_init1(CInt(IN_CLOEXEC | IN_NONBLOCK)), "inotify_init1")
        var events = UInt32(IN_CREATE | IN_MOVED_TO)
        if removals { events |= UInt32(IN_DELETE | IN_MOVED_FROM | IN_DELETE_SELF | IN_MOVE_SELF) }
        _ = try Self.checked(inotify_add_watch(descriptor.number, path, events), path)
    }

    private static func checked(_ result: CInt, _ path: String) throws(PlatformError) -> CInt {
        guard result >= 0 else { throw PlatformError("inotify_add_watch", Errno(rawValue: errno), subject: path) }
        return result
    }

    /// Forgets what has changed so far; the caller looks at the folder afterwards.
    public func clear() { _ = hasChanged() }

    /// Whether anything has changed since the last time (`read`).
    public func hasChanged() -> Bool {
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { events in
            var hasChanged = false
            while read(descriptor.number, events.baseAddress, events.count) > 0 { hasChanged = true }
            return hasChanged
        }
    }
}
