import CLinux
import Glibc
import SystemPackage

/// A process that can't be mistaken for a later one of the same number (`pidfd`). Any thread.
public final class ProcessHandle: Sendable {
    private let descriptor: Descriptor

    /// Readable once the process has ended; for an event loop to watch while this object lives.
    public var number: CInt { descriptor.number }

    init(owning descriptor: consuming Descriptor) { self.descriptor = descriptor }

    /// A handle of the process with this number (`pidfd_open`). Throws `ESRCH` where there is none.
    public convenience init(process: Int32) throws(PlatformError) {
        self.init(owning: try Descriptor(checking: oriel_pidfd_open(process), "pidfd_open"))
    }

    /// This process's number (`getpid`).
    public static var ownNumber: Int32 { getpid() }
    /// The user that this process acts as (`geteuid`).
    public static var ownUser: UInt32 { geteuid() }

    /// Whether the process has ended; a stopped one has not (`poll` with no wait).
    public var hasExited: Bool {
        var query = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
        return poll(&query, 1, 0) > 0
    }
}
