import CLinux
import Glibc
package import OrielGeometry
package import OrielPlatform
package import OrielStamps
package import OrielWaylandProtocols
import SystemPackage

/// A buffer of 32-bit pixels in shared memory (`wl_shm_pool.create_buffer`).
package final class SharedBuffer {
    package let size: Size
    /// Pixels from one row to the next.
    package let stride: Int
    package let format: WlShm.Format
    package let buffer: WlBuffer
    package let pixels: UnsafeMutablePointer<UInt32>
    /// True from `commit` until the compositor releases it.
    package var isBusy = false
    private let length: Int

    package init(
        _ shm: WlShm, size: Size, stride bytes: Int? = nil, format: WlShm.Format = .xrgb8888
    ) throws {
        let stride = bytes ?? size.width * 4
        guard size.width > 0, size.height > 0, size.width <= 16384, size.height <= 16384, stride >= size.width * 4,
            stride % 4 == 0, let pool = CInt(exactly: stride * size.height)
        else { throw TestSupportError("no buffer of \(size) with \(stride) bytes a row") }
        length = Int(pool)
        let descriptor = try Self.makeMemory(length)
        guard
            let memory = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor.number, 0),
            memory != MAP_FAILED
        else { throw PlatformError("mmap", Errno(rawValue: errno)) }
        let shmPool = shm.createPool(fd: descriptor.number, size: pool)
        buffer = shmPool.createBuffer(
            offset: 0, width: Int32(size.width), height: Int32(size.height), stride: Int32(stride), format: format)
        shmPool.destroy()
        pixels = memory.bindMemory(to: UInt32.self, capacity: length / 4)
        self.size = size
        self.stride = stride / 4
        self.format = format
        buffer.onEvent = { [unowned self] _ in isBusy = false }
    }

    deinit {
        buffer.destroy()
        munmap(pixels, length)
    }

    /// Creates unnamed shared memory: its name exists only until it is opened.
    package static func makeMemory(_ length: Int) throws(PlatformError) -> Descriptor {
        let name = "/oriel-test-\(getpid())-\(UInt64.random(in: 0...UInt64.max))"
        let descriptor = try Descriptor(checking: shm_open(name, O_RDWR | O_CREAT | O_EXCL, 0o600), "shm_open")
        shm_unlink(name)
        _ = oriel_fcntl(descriptor.number, F_SETFD, FD_CLOEXEC)
        guard ftruncate(descriptor.number, length) == 0 else {
            throw PlatformError("ftruncate", Errno(rawValue: errno))
        }
        return descriptor
    }

    /// True if pixels are 0xXXRRGGBB; otherwise red and blue are exchanged.
    package var isRedFirst: Bool { format == .xrgb8888 || format == .argb8888 }

    /// Returns the pixel in the middle of a part, 0x00RRGGBB; 0 if that is outside.
    package func middle(of part: Rect, upsideDown: Bool) -> UInt32 {
        let (x, y) = (part.x + part.width / 2, part.y + part.height / 2)
        guard x >= 0, x < size.width, y >= 0, y < size.height else { return 0 }
        let pixel = pixels[(upsideDown ? size.height - 1 - y : y) * stride + x] & 0xFF_FFFF
        return isRedFirst ? pixel : pixel >> 16 | pixel & 0xFF00 | (pixel & 0xFF) << 16
    }

    /// Returns a copy of the pixels.
    package func picture(upsideDown: Bool = false) -> RGBPicture {
        var picture = RGBPicture(size: size)
        let swaps = !isRedFirst
        picture.pixels.withUnsafeMutableBufferPointer { target in
            guard let base = target.baseAddress else { return }
            for y in 0..<size.height {
                let source = pixels + (upsideDown ? size.height - 1 - y : y) * stride
                (base + y * size.width).update(from: source, count: size.width)
            }
        }
        if swaps { picture.exchangeRedAndBlue() }
        return picture
    }
}
