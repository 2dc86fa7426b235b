import CLinux
import Glibc
import Synchronization
import SystemPackage

/// A file in memory or a dmabuf of somebody else's, by a descriptor of its own: how long it is, and its bytes once they are asked for. Any
/// thread.
public final class SharedMemory: Sendable {
    /// Its own, closed with it.
    public let descriptor: CInt
    /// In bytes.
    public let size: Int
    private let mapping = Mutex<Mapping>(.none)

    private enum Mapping: @unchecked Sendable {  // Read alone, and unmapped when nobody does any more.
        case none
        /// The processor can't read it.
        case refused
        case mapped(UnsafeMutableRawPointer, length: Int, excess: Int)
    }

    /// - Parameter descriptor: stays the caller's.
    /// - Throws: where it is none that has a length, or there are too many.
    public init(duplicating descriptor: CInt) throws(PlatformError) {
        let own = oriel_fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
        guard own >= 0 else { throw PlatformError("fcntl", Errno(rawValue: errno)) }
        // A dmabuf tells its length by its end alone; where another file was is where it stays.
        let place = lseek(own, 0, SEEK_CUR)
        let end = lseek(own, 0, SEEK_END)
        guard end >= 0 else {
            let code = errno
            close(own)
            throw PlatformError("lseek", Errno(rawValue: code))
        }
        _ = lseek(own, max(0, place), SEEK_SET)
        self.descriptor = own
        size = Int(end)
    }

    deinit {
        if case .mapped(let start, let length, _) = mapping.withLock({ $0 }) {
            oriel_dmabuf_sync(descriptor, false)
            munmap(start, length)
        }
        close(descriptor)
    }

    /// Some of its bytes, from the first call on; nil where the processor can't read them. It waits for what a device still writes into
    /// them, and they stay while this does.
    /// - Parameters:
    ///   - offset: the same at each call, and within it.
    ///   - count: the same at each call, and within it.
    public func bytes(from offset: Int, count: Int) -> UnsafeRawPointer? {
        mapping.withLock { mapping in
            if case .none = mapping { mapping = map(offset, count) }
            guard case .mapped(let start, _, let excess) = mapping else { return nil }
            return UnsafeRawPointer(start) + excess
        }
    }

    private func map(_ offset: Int, _ count: Int) -> Mapping {
        let excess = offset % Int(sysconf(Int32(_SC_PAGESIZE)))
        let length = count + excess
        guard let start = mmap(nil, length, PROT_READ, MAP_SHARED, descriptor, offset - excess), start != MAP_FAILED
        else { return .refused }
        oriel_dmabuf_sync(descriptor, true)
        return .mapped(start, length: length, excess: excess)
    }
}
