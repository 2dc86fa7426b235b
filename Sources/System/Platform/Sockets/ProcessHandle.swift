import CLinux
import Glibc
import SystemPackage

/// A handle of a process that can't refer to a later process with the same number (`pidfd`). Any thread.
public final class ProcessHandle: Sendable {
    private let descriptor: Descriptor

    /// Descriptor for an event loop to watch while this object lives; readable once the process has ended.
    public var number: CInt { descriptor.number }

    init(owning descriptor: consuming Descriptor) { self.descriptor = descriptor }

    /// Opens a handle of the process with this number (`pidfd_open`).
    /// - Throws: `PlatformError`; `ESRCH` if there is no such process.
    public convenience init(process: Int32) throws(PlatformError) {
        self.init(owning: try Descriptor(checking: oriel_pidfd_open(process), "pidfd_open"))
    }

    /// This process's number (`getpid`).
    public static var ownNumber: Int32 { getpid() }
    /// The effective user ID of this process (`geteuid`).
    public static var ownUser: UInt32 { geteuid() }

    /// Whether the process has ended (`poll` without waiting). A stopped process has not.
    public var hasExited: Bool {
        var query = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
        return poll(&query, 1, 0) > 0
    }
}
