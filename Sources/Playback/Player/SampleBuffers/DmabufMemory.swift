import Logging
import OrielGeometry
import OrielMedia
import OrielPlatform
import Synchronization

/// A frame's dmabuf: duplicated descriptors, closed with it, and its memory, mapped when it is first read.
final class DmabufMemory: Sendable {
    /// The dmabuf with the duplicated descriptors.
    let buffer: Dmabuf
    /// Size of the memory that it keeps, in bytes.
    let size: Int
    private let planes: [(memory: SharedMemory, length: Int)]
    private let sizes: [Size]
    /// Released after everything else.
    private let release: ReleaseHandler

    /// - Parameters:
    ///   - buffer: a checked dmabuf; the caller keeps its own descriptors.
    ///   - release: called once this object is released; not if this throws.
    init(
        _ buffer: Dmabuf, _ picture: SampleBufferPicture, release: @escaping @Sendable () -> Void
    ) throws(SampleBufferError) {
        var (own, planes) = (buffer, [(memory: SharedMemory, length: Int)]())
        for (index, plane) in buffer.planes.enumerated() {
            let memory: SharedMemory
            do throws(PlatformError) { memory = try SharedMemory(duplicating: plane.descriptor) } catch {
                throw .invalidDescriptor(plane: index, code: error.code)
            }
            let (length, bytes) = (picture.length(of: index, in: buffer), max(0, memory.size - plane.offset))
            guard bytes >= length else { throw .planeTooShort(plane: index, bytes: bytes, minimum: length) }
            own.planes[index].descriptor = memory.descriptor
            planes.append((memory, length))
        }
        self.buffer = own
        self.planes = planes
        size = planes.reduce(0) { $0 + $1.length }
        sizes = picture.planeSizes
        self.release = ReleaseHandler(release)
    }

    private static let wasTold = Atomic(false)

    /// Logs once, for the app's author, why frames are copied.
    private static func tellCopying() {
        guard !wasTold.exchange(true, ordering: .relaxed) else { return }
        Logger(label: "oriel").notice(
            "frames are copied out of memory that can shrink; seal it with F_SEAL_SHRINK, and they are read in place")
    }

    /// Returns the mapped planes, valid as long as this object; nil if the processor can't read them.
    func map() -> [VideoFrame.Plane]? {
        guard buffer.format.modifier == Dmabuf.linear else { return nil }
        var mapped: [VideoFrame.Plane] = []
        for (index, plane) in planes.enumerated() {
            if !plane.memory.isFixed { Self.tellCopying() }
            guard let base = plane.memory.bytes(from: buffer.planes[index].offset, count: plane.length) else {
                return nil
            }
            mapped.append(
                VideoFrame.Plane(
                    base: base, bytesPerRow: buffer.planes[index].bytesPerRow, width: sizes[index].width,
                    height: sizes[index].height))
        }
        return mapped
    }
}
