import CLinux
import Glibc
import Synchronization
import SystemPackage

/// A file in memory or a dmabuf that another process may hold as well, by a descriptor of its own: its length, and its bytes once
/// they are asked for. Any thread.
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
        /// Memory that can shrink, read at once: a page that is gone would end the process (`SIGBUS`).
        case copied(UnsafeMutableRawPointer)
    }

    /// - Parameter descriptor: stays the caller's.
    /// - Throws: where it is none that has a length, or there are too many.
    public init(duplicating descriptor: CInt) throws(PlatformError) {
        let own = oriel_fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
        guard own >= 0 else { throw PlatformError("fcntl", Errno(rawValue: errno)) }
        var status = stat()
        if fstat(own, &status) == 0, status.st_size > 0 {
            self.descriptor = own
            size = Int(status.st_size)
            return
        }
        // Dmabufs of old kernels tell their length by their end alone. The offset may be shared with others, so it is put
        // back.
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

    /// Some of its bytes, from the first call on; nil where the processor can't read them. It waits for what a device still writes into
    /// them, and they stay while this does.
    /// - Parameters:
    ///   - offset: the same at each call, and within it.
    ///   - count: the same at each call, and within it.
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

    /// Whether the memory has a fixed length: a dmabuf, or a file in memory that is sealed against shrinking
    /// (`F_SEAL_SHRINK`) and is as long as it was. Other memory is copied by `bytes`.
    public var isFixed: Bool {
        let seals = oriel_fcntl(descriptor, CInt(ORIEL_F_GET_SEALS), 0)
        guard seals >= 0 else { return oriel_is_dmabuf(descriptor) }
        var status = stat()
        return seals & CInt(ORIEL_F_SEAL_SHRINK) != 0 && fstat(descriptor, &status) == 0 && status.st_size >= size
    }

    /// Reads bytes into memory of its own; those that are gone are zero.
    private func copy(_ offset: Int, _ count: Int) -> Mapping {
        guard let copy = malloc(max(1, count)) else { return .refused }
        var done = 0
        while done < count {
            let result = pread(descriptor, copy + done, count - done, offset + done)
            if result < 0, errno == EINTR { continue }
            // Neither readable nor gone: a device.
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
