import CLinux
import Glibc
import SystemPackage

/// Tells when a name appears in a folder (`inotify`). Any one thread at a time.
public final class DirectoryWatch {
    private let descriptor: Descriptor

    /// Readable when names have appeared; for an event loop to watch while this object lives.
    public var number: CInt { descriptor.number }

    /// Watches a folder. Throws `EMFILE` where this user's limit of watches is reached.
    public init(_ path: String) throws(PlatformError) {
        descriptor = try Descriptor(checking: inotify_init1(CInt(IN_CLOEXEC | IN_NONBLOCK)), "inotify_init1")
        _ = try Self.checked(inotify_add_watch(descriptor.number, path, UInt32(IN_CREATE | IN_MOVED_TO)), path)
    }

    private static func checked(_ result: CInt, _ path: String) throws(PlatformError) -> CInt {
        guard result >= 0 else { throw PlatformError("inotify_add_watch", Errno(rawValue: errno), subject: path) }
        return result
    }

    /// Forgets what has appeared so far; the caller lists the folder afterwards.
    public func clear() {
        var events = [UInt8](repeating: 0, count: 4096)
        while read(descriptor.number, &events, events.count) > 0 {}
    }
}
