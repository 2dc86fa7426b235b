import CLinux
import Glibc
import OrielGeometry
import OrielWaylandProtocols

/// The compositor's side of shared memory: pools and their buffers.
final class FakeMemory {
    private var buffers: [WlBufferResource: FakeBuffer] = [:]
    private let reader: FakeMark.Reader

    init(reader: @escaping FakeMark.Reader) { self.reader = reader }

    /// A client's pool, mapped read-only.
    final class Pool {
        private(set) var base: UnsafeRawPointer?
        private(set) var length = 0
        private let descriptor: CInt

        init(taking descriptor: CInt, length: Int) {
            self.descriptor = descriptor
            resize(to: length)
        }

        deinit {
            unmap()
            close(descriptor)
        }

        /// Maps no more than the file's size: access beyond its end would end the test.
        func resize(to wanted: Int) {
            unmap()
            var information = stat()
            guard wanted > 0, fstat(descriptor, &information) == 0, Int(information.st_size) >= wanted,
                let memory = mmap(nil, wanted, PROT_READ, MAP_SHARED, descriptor, 0), memory != MAP_FAILED
            else { return }
            base = UnsafeRawPointer(memory)
            length = wanted
        }

        private func unmap() {
            if let base { munmap(UnsafeMutableRawPointer(mutating: base), length) }
            base = nil
            length = 0
        }
    }

    /// Handles the requests of `wl_shm`.
    func serve(_ shm: WlShmResource) {
        shm.sendFormat(format: .argb8888)
        shm.sendFormat(format: .xrgb8888)
        shm.onRequest = { [unowned self] request in
            guard case .createPool(let object, let descriptor, let size) = request else { return }
            let pool = Pool(taking: descriptor, length: Int(size))
            object.onRequest = { [unowned self] request in
                switch request {
                case .createBuffer(let buffer, let offset, let width, let height, let stride, let format):
                    buffers[buffer] = FakeBuffer(
                        pool: pool, offset: Int(offset), size: Size(width: Int(width), height: Int(height)),
                        stride: Int(stride), hasAlpha: format == .argb8888,
                        reader: reader)
                    buffer.onDestroy = { [unowned self, unowned buffer] in buffers[buffer] = nil }
                case .resize(let size): pool.resize(to: Int(size))
                case .destroy: break
                }
            }
        }
    }

    /// Returns the contents of a buffer; nil if it isn't in shared memory.
    func buffer(_ object: WlBufferResource) -> FakeBuffer? { buffers[object] }
}

/// A buffer in a client's pool.
struct FakeBuffer {
    let pool: FakeMemory.Pool
    let offset: Int
    let size: Size
    let stride: Int
    let hasAlpha: Bool
    let reader: FakeMark.Reader

    private var pixels: UnsafePointer<UInt32>? {
        guard let base = pool.base, !size.isEmpty, offset >= 0, stride >= size.width * 4, stride % 4 == 0,
            offset % 4 == 0, offset + stride * size.height <= pool.length
        else { return nil }
        return (base + offset).assumingMemoryBound(to: UInt32.self)
    }

    /// Marked pictures in the buffer.
    var marks: [FakeMark] { pixels.map { reader(size, stride / 4, $0) } ?? [] }

    /// Alpha of the pixel in the middle, 0 to 1.
    var alpha: Double {
        guard hasAlpha, let pixels else { return 1 }
        return Double(pixels[size.height / 2 * (stride / 4) + size.width / 2] >> 24) / 255
    }
}
