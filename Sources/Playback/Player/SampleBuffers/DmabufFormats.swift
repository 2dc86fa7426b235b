package import OrielMedia
import Synchronization

/// Dmabuf formats that the present renderer can show. Any thread.
package final class DmabufFormats: Sendable {
    private let inPlace = Mutex<[Dmabuf.Format]>([])

    package init() {}

    /// Sets the formats of a new renderer.
    /// - Parameter formats: formats that it draws in place.
    package func replace(by formats: [Dmabuf.Format]) { inPlace.withLock { $0 = formats } }

    /// The formats that are drawn in place, then those that the processor reads.
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
