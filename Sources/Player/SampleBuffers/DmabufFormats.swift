package import OrielMedia
import Synchronization

/// Which buffers of the kernel's can be shown by what draws now. Any thread.
package final class DmabufFormats: Sendable {
    private let inPlace = Mutex<[Dmabuf.Format]>([])

    package init() {}

    /// Another presenter draws from now on.
    /// - Parameter formats: those that it draws where they lie.
    package func replace(by formats: [Dmabuf.Format]) { inPlace.withLock { $0 = formats } }

    /// Those that are drawn where they lie, then those that are read.
    package var support: [Dmabuf.Support] {
        let drawn = inPlace.withLock { $0 }
        let known = Set(drawn)
        let read = SampleBuffer.Format.dmabufFormats.map { Dmabuf.Format(fourcc: $0.fourcc) }
            .filter { !known.contains($0) }
        return drawn.map { Dmabuf.Support(format: $0, isDrawnInPlace: true) }
            + read.map { Dmabuf.Support(format: $0, isDrawnInPlace: false) }
    }

    /// Whether a frame of a known format can be shown.
    func takes(_ format: Dmabuf.Format) -> Bool {
        format.modifier == Dmabuf.linear || inPlace.withLock { $0.contains(format) }
    }
}
