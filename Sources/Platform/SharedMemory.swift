import CLinux
import Glibc
import Synchronization
import SystemPackage

/// A memory file or dmabuf that another process may share, held by a duplicated descriptor: its size and its bytes,
/// which are mapped on first use. Any thread.
public final class SharedMemory: Sendable {
    /// The duplicated descriptor, closed with this object.
    public let descriptor: CInt
    /// Size in bytes.
    public let size: Int
    private let mapping = Mutex<Mapping>(.none)

    private enum Mapping: @unchecked Sendable {  // Mapped read-only, and unmapped when this object ends.
        case none
        /// The CPU can't map or read the memory.
        case refused
        case mapped(UnsafeMutableRawPointer, length: Int, excess: Int)
        /// A copy of memory that can shrink: reading a mapped page that is gone would end the process (`SIGBUS`).
        case copied(UnsafeMutableRawPointer)
    }

    /// Duplicates the descriptor and reads its size.
    /// - Parameter descriptor: remains owned by the caller.
    /// - Throws: `PlatformError` if it has no size, or if too many descriptors are open.
    public init(duplicating descriptor: CInt) throws(PlatformError) {
        let own = oriel_fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
        guard own >= 0 else { throw PlatformError("fcntl", Errno(rawValue: errno)) }
        var status = stat()
        if fstat(own, &status) == 0, status.st_size > 0 {
            self.descriptor = own
            size = Int(status.st_size)
            return
        }
        // Old kernels report a dmabuf's size only through a seek to its end. Other holders may share the offset, so it
        // is restored.
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
        switch mapping.withLock({ $0 }) {
        case .mapped(let start, let length, _):
            oriel_dmabuf_sync(descriptor, false)
            munmap(start, length)
        case .copied(let start): free(start)
        case .none, .refused: break
        }
        close(descriptor)
    }

    /// Maps or copies a range at the first call and returns its bytes; nil if the CPU can't read them. Waits for
    /// pending writes of devices (`DMA_BUF_IOCTL_SYNC`). The pointer is valid while this object lives.
    /// - Parameters:
    ///   - offset: start in bytes, within the memory; must be the same at each call.
    ///   - count: length in bytes, within the memory; must be the same at each call.
    public func bytes(from offset: Int, count: Int) -> UnsafeRawPointer? {
        mapping.withLock { mapping in
            if case .none = mapping { mapping = map(offset, count) }
            switch mapping {
            case .mapped(let start, _, let excess): return UnsafeRawPointer(start) + excess
            case .copied(let start): return UnsafeRawPointer(start)
            case .none, .refused: return nil
            }
        }
    }

    /// Whether the memory can't shrink: a dmabuf, or a memory file with `F_SEAL_SHRINK` that still has its size.
    /// `bytes` copies other memory.
    public var isFixed: Bool {
        let seals = oriel_fcntl(descriptor, CInt(ORIEL_F_GET_SEALS), 0)
        guard seals >= 0 else { return oriel_is_dmabuf(descriptor) }
        var status = stat()
        return seals & CInt(ORIEL_F_SEAL_SHRINK) != 0 && fstat(descriptor, &status) == 0 && status.st_size >= size
    }

    /// Copies the range to the heap; bytes past the end of the file are zero.
    private func copy(_ offset: Int, _ count: Int) -> Mapping {
        guard let copy = malloc(max(1, count)) else { return .refused }
        var done = 0
        while done < count {
            let result = pread(descriptor, copy + done, count - done, offset + done)
            if result < 0, errno == EINTR { continue }
            // An error other than end of file: a device without `read`.
            if result < 0, done == 0 {
                free(copy)
                return .refused
            }
            guard result > 0 else { break }
            done += result
        }
        memset(copy + done, 0, count - done)
        return .copied(copy)
    }

    private func map(_ offset: Int, _ count: Int) -> Mapping {
        guard isFixed else { return copy(offset, count) }
        let excess = offset % Int(sysconf(Int32(_SC_PAGESIZE)))
        let length = count + excess
        guard let start = mmap(nil, length, PROT_READ, MAP_SHARED, descriptor, offset - excess), start != MAP_FAILED
        else { return .refused }
        oriel_dmabuf_sync(descriptor, true)
        return .mapped(start, length: length, excess: excess)
    }
}
