import CLinux
import Glibc
import SystemPackage

/// Watches a folder for added and, optionally, removed and written names (`inotify`). Any one thread at a time.
public final class DirectoryWatch: Sendable {
    private let descriptor: Descriptor

    /// Descriptor for an event loop to watch while this object lives; readable after a change.
    public var number: CInt { descriptor.number }

    /// Watches a folder.
    /// - Parameters:
    ///   - removals: true to watch for removed names, and for the removal or move of the folder, too.
    ///   - writes: true to watch for files that a program has written to and closed, too.
    /// - Throws: `PlatformError`; `EMFILE` or `ENOSPC` if the user's limit of instances or watches is reached.
    public init(_ path: String, removals: Bool = false, writes: Bool = false) throws(PlatformError) {
        descriptor = try Descriptor(checking: inotify_init1(CInt(IN_CLOEXEC | IN_NONBLOCK)), "inotify_init1")
        var events = UInt32(IN_CREATE | IN_MOVED_TO)
        if removals { events |= UInt32(IN_DELETE | IN_MOVED_FROM | IN_DELETE_SELF | IN_MOVE_SELF) }
        if writes { events |= UInt32(IN_CLOSE_WRITE) }
        guard inotify_add_watch(descriptor.number, path, events) >= 0 else {
            throw PlatformError("inotify_add_watch", Errno(rawValue: errno), subject: path)
        }
    }

    /// Discards the changes so far; the caller then reads the folder.
    public func clear() { _ = hasChanged() }

    /// Whether there were changes since the last call (`read`).
    public func hasChanged() -> Bool {
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { events in
            var hasChanged = false
            while read(descriptor.number, events.baseAddress, events.count) > 0 { hasChanged = true }
            return hasChanged
        }
    }
}
