import CLinux
import Glibc
public import OrielGeometry
package import OrielWaylandProtocols

/// A pixel buffer in shared memory (`wl_buffer` from its own `wl_shm_pool`): 32-bit pixels in the byte order B, G, R,
/// A, premultiplied. It belongs to the connection's thread.
public final class ShmBuffer {
    /// Meaning of the fourth byte: ignored, or alpha.
    public enum Format: Sendable { case opaque, alpha }

    /// Size in pixels.
    public let size: Size
    /// Bytes from one row to the next.
    public let stride: Int
    /// The pixels, valid while the buffer lives. Write only while `isBusy` is false.
    public let bytes: UnsafeMutableRawBufferPointer
    /// True from `Surface.attach` until the compositor releases the buffer.
    public internal(set) var isBusy = false
    /// Runs when the compositor no longer reads the buffer (`wl_buffer.release`).
    public var onRelease: ((ShmBuffer) -> Void)?

    package let object: WlBuffer

    /// Creates a buffer of zeroed pixels.
    /// - Throws: `WaylandError` if the size is empty or too large, or there is no memory.
    public init(_ globals: Globals, size: Size, format: Format = .alpha) throws(WaylandError) {
        let (stride, overflow) = size.width.multipliedReportingOverflow(by: 4)
        let (length, overflow2) = stride.multipliedReportingOverflow(by: size.height)
        guard !size.isEmpty, !overflow, !overflow2, length <= Int(Int32.max) else {
            throw WaylandError(.resources, "a buffer can't have the size \(size)")
        }
        let memory = oriel_memfd_create("oriel-buffer")
        guard memory >= 0 else { throw WaylandError(.resources, "no descriptor for a buffer of \(size)") }
        defer { close(memory) }
        guard ftruncate(memory, length) == 0,
            let start = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0), start != MAP_FAILED
        else { throw WaylandError(.resources, "no memory for a buffer of \(size)") }
        // The compositor holds the descriptor as well: seals keep both sides from shrinking the file.
        _ = oriel_fcntl(
            memory, CInt(ORIEL_F_ADD_SEALS),
            CInt(ORIEL_F_SEAL_SHRINK) | CInt(ORIEL_F_SEAL_GROW) | CInt(ORIEL_F_SEAL_SEAL))
        self.size = size
        self.stride = stride
        bytes = UnsafeMutableRawBufferPointer(start: start, count: length)
        let pool = globals.shm.createPool(fd: memory, size: Int32(length))
        object = pool.createBuffer(
            offset: 0, width: Int32(size.width), height: Int32(size.height), stride: Int32(stride),
            format: format == .alpha ? .argb8888 : .xrgb8888)
        pool.destroy()
        object.onEvent = { [weak self] event in
            guard let self, case .release = event else { return }
            self.isBusy = false
            self.onRelease?(self)
        }
    }

    deinit {
        object.destroy()
        munmap(bytes.baseAddress, bytes.count)
    }

    /// Sets all pixels.
    /// - Parameter pixel: `0xAARRGGBB`, premultiplied.
    public func fill(_ pixel: UInt32) {
        bytes.withMemoryRebound(to: UInt32.self) { $0.update(repeating: pixel) }
    }
}
