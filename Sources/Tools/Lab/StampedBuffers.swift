import CLinux
import Glibc
import Oriel
import OrielStamps
import OrielTestSupport
import Synchronization

/// Memory files that replace a graphics driver's buffers, with planes at offsets that aren't page-aligned. A buffer is
/// drawn into again only after its release.
final class StampedBuffers: Sendable {
    private let format: SampleBuffer.Format
    private let free: Mutex<[Buffer]>

    private struct Buffer: @unchecked Sendable {  // Written by the one who took it out of `free`.
        let descriptor: CInt
        let bytes: UnsafeMutablePointer<UInt8>
    }

    private static let start = 4096 + 64
    private let layout: (fourcc: UInt32, planes: [(bytesPerRow: Int, rows: Int)])

    init(_ format: SampleBuffer.Format, count: Int) throws {
        self.format = format
        let (width, height) = (StampedFrame.size.width, StampedFrame.size.height)
        func code(_ name: String) -> UInt32 { name.utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) } }
        let layout: (fourcc: UInt32, planes: [(bytesPerRow: Int, rows: Int)]) =
            switch format {
            case .bgrx: (code("XR24"), [(width * 4 + 64, height)])
            case .yuy2: (code("YUYV"), [(width * 2 + 64, height)])
            case .nv12: (code("NV12"), [(width + 64, height), (width + 64, height / 2)])
            default: (code("YU12"), [(width + 64, height), (width / 2 + 32, height / 2), (width / 2 + 32, height / 2)])
            }
        self.layout = layout
        let size = layout.planes.reduce(Self.start) { $0 + $1.bytesPerRow * $1.rows }
        let buffers = try (0..<count).map { _ in
            let descriptor = oriel_memfd_create("frame")
            guard descriptor >= 0, ftruncate(descriptor, size) == 0,
                let start = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0), start != MAP_FAILED
            else { throw TestSupportError("no memory for frames") }
            return Buffer(descriptor: descriptor, bytes: start.bindMemory(to: UInt8.self, capacity: size))
        }
        free = Mutex(buffers)
    }

    /// Returns a frame in the buffer that has been free for longest; nil if none is free.
    func frame(_ stream: StampColor, _ index: Int, _ time: Duration) throws(SampleBufferError) -> SampleBuffer? {
        guard let buffer = free.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return nil }
        var offsets: [Int] = []
        var end = Self.start
        for plane in layout.planes {
            offsets.append(end)
            end += plane.bytesPerRow * plane.rows
        }
        // Cleared first, so that a reader that is too late sees a torn frame.
        for offset in Self.start..<end { buffer.bytes[offset] = 0 }
        StampedFrame.draw(format, stream, index) { plane, offset, row, value in
            buffer.bytes[offsets[plane] + row * layout.planes[plane].bytesPerRow + offset] = value
        }
        let planes = zip(offsets, layout.planes).map { offset, plane in
            Dmabuf.Plane(descriptor: buffer.descriptor, offset: offset, bytesPerRow: plane.bytesPerRow)
        }
        let dmabuf = Dmabuf(
            Dmabuf.Format(fourcc: layout.fourcc), width: StampedFrame.size.width, height: StampedFrame.size.height,
            planes: planes)
        do throws(SampleBufferError) {
            return try SampleBuffer(dmabuf, time: time) { [self] in free.withLock { $0.append(buffer) } }
        } catch {
            free.withLock { $0.append(buffer) }
            throw error
        }
    }
}
