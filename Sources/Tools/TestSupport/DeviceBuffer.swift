import Foundation
import Glibc

/// Memory of the machine's graphics device (`VideoDriver.isReal`), shared as a dmabuf and mapped for writing.
public final class DeviceBuffer: Sendable {
    /// The dmabuf, closed with this object.
    public let descriptor: CInt
    /// The mapped memory, valid as long as this object.
    public nonisolated(unsafe) let bytes: UnsafeMutableRawBufferPointer

    private typealias Make = @convention(c) (CInt, Int) -> CInt

    private static let make = Result {
        let folder = try TemporaryFolder()
        let library = "\(folder.path)/card.so"
        try VideoDriver.compile(["card.c"], to: library, [])
        guard let handle = dlopen(library, RTLD_NOW), let symbol = dlsym(handle, "oriel_make_buffer") else {
            throw TestSupportError(dlerror().map { String(cString: $0) } ?? "dlopen")
        }
        return unsafeBitCast(symbol, to: Make.self)
    }

    /// - Parameter size: smallest size in bytes.
    /// - Throws: `TestSupportError` if the device makes no such memory.
    public init(size: Int) throws {
        let make = try Self.make.get()
        let node = open(VideoDriver.device, O_RDWR | O_CLOEXEC)
        defer { close(node) }
        let descriptor = make(node, size)
        guard descriptor >= 0 else { throw TestSupportError("\(VideoDriver.device): no memory of \(size) bytes") }
        guard let start = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0), start != MAP_FAILED else {
            close(descriptor)
            throw TestSupportError("\(VideoDriver.device): its memory can't be mapped")
        }
        self.descriptor = descriptor
        bytes = UnsafeMutableRawBufferPointer(start: start, count: size)
    }

    deinit {
        munmap(bytes.baseAddress, bytes.count)
        close(descriptor)
    }
}
