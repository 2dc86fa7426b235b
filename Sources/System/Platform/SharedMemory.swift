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
        /// A device had not written the memory in time.
        case late
        /// The CPU can't map or read the memory.
        case refused
        case mapped(UnsafeMutableRawPointer, length: Int, excess: Int)
        /// A copy of memory that can shrink: reading a mapped page that is gone would end the process (`SIGBUS`).
        case copied(UnsafeMutableRawPointer)

        var isLate: Bool { if case .late = self { true } else { false } }
        var isUndecided: Bool { if case .none = self { true } else { isLate } }
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
        case .none, .late, .refused: break
        }
        close(descriptor)
    }

    /// Maps or copies a range at the first call and returns its bytes; nil if the CPU can't read them. Waits for
    /// pending writes of devices, at most for `deviceLimit`: nil for a device that is not done by then. A later call
    /// looks again without waiting. The pointer is valid while this object lives.
    /// - Parameters:
    ///   - offset: start in bytes, within the memory; must be the same at each call.
    ///   - count: length in bytes, within the memory; must be the same at each call.
    public func bytes(from offset: Int, count: Int) -> UnsafeRawPointer? {
        mapping.withLock { mapping in
            if mapping.isUndecided { mapping = map(offset, count, waits: !mapping.isLate) }
            switch mapping {
            case .mapped(let start, _, let excess): return UnsafeRawPointer(start) + excess
            case .copied(let start): return UnsafeRawPointer(start)
            case .none, .late, .refused: return nil
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

    /// Longest wait for a device that writes the memory. A fence that never signals would hold up
    /// `DMA_BUF_IOCTL_SYNC`, and with it the thread, for ever.
    static let deviceLimit = Duration.milliseconds(100)

    /// Whether the devices that write a dmabuf are done within a time: `poll` waits for its fences. Other memory is
    /// always written.
    package static func isWritten(_ descriptor: CInt, within limit: Duration) -> Bool {
        let end = MonotonicClock.now + limit
        while true {
            var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let rest = max(0, (end - MonotonicClock.now) / .milliseconds(1)).rounded(.up)
            let count = Glibc.poll(&poll, 1, CInt(rest))
            guard count < 0, errno == EINTR else { return count > 0 }
        }
    }

    private func map(_ offset: Int, _ count: Int, waits: Bool) -> Mapping {
        guard isFixed else { return copy(offset, count) }
        guard Self.isWritten(descriptor, within: waits ? Self.deviceLimit : .zero) else { return .late }
        // A dmabuf is mapped from its start: some drivers show its first page whatever the offset (the kernel's
        // `drm_gem_shmem_fault`, which vgem, panfrost and v3d use).
        let excess = oriel_is_dmabuf(descriptor) ? offset : offset % Int(sysconf(Int32(_SC_PAGESIZE)))
        let length = count + excess
        guard let start = mmap(nil, length, PROT_READ, MAP_SHARED, descriptor, offset - excess), start != MAP_FAILED
        else { return .refused }
        oriel_dmabuf_sync(descriptor, true)
        return .mapped(start, length: length, excess: excess)
    }
}
