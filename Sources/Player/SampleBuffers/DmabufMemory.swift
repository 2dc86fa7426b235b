import Logging
import OrielGeometry
import OrielMedia
import OrielPlatform
import Synchronization

/// A frame's buffer: descriptors of its own, closed with it, and its memory once somebody wants to read that.
final class DmabufMemory: Sendable {
    /// With the descriptors that are its own.
    let buffer: Dmabuf
    /// What it keeps alive, in bytes.
    let size: Int
    private let planes: [(memory: SharedMemory, length: Int)]
    private let sizes: [Size]
    private let release: Release

    /// Tells the app, after everything else is gone.
    private final class Release: Sendable {
        private let handler: @Sendable () -> Void
        init(_ handler: @escaping @Sendable () -> Void) { self.handler = handler }
        deinit { handler() }
    }

    /// - Parameters:
    ///   - buffer: one that was checked; its descriptors stay the caller's.
    ///   - release: called once it is gone, not where this throws.
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
        self.release = Release(release)
    }

    private static let wasTold = Atomic(false)

    /// Tells an app's author, once, why frames cost a copy.
    private static func tellCopying() {
        guard !wasTold.exchange(true, ordering: .relaxed) else { return }
        Logger(label: "oriel").notice(
            "frames are copied out of memory that can shrink; seal it with F_SEAL_SHRINK, and they are read in place")
    }

    /// Its planes in memory, as long as it is there; nil where the processor can't read them.
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
