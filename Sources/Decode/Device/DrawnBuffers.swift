package import OrielMedia
import Synchronization

/// Dmabuf formats that this process's renderer draws without a copy. Any thread.
package enum DrawnBuffers {
    private static let formats = Mutex<Set<Dmabuf.Format>>([])

    /// Sets the formats of a new renderer.
    package static func replace(by formats: some Sequence<Dmabuf.Format>) {
        let formats = Set(formats)
        Self.formats.withLock { $0 = formats }
    }

    package static var isEmpty: Bool { formats.withLock(\.isEmpty) }

    package static func contains(_ format: Dmabuf.Format) -> Bool { formats.withLock { $0.contains(format) } }
}
