package import OrielMedia
import OrielPlatform

/// Facts about the display that shows a player's frames, for decoding in hardware. Any thread.
package final class DisplayFacts: Hashable, Sendable {
    private struct Facts: Sendable {
        /// The number (`dev_t`) of the device with which the compositor draws, nil if it doesn't tell it; nil before
        /// its answer.
        var device: UInt64??
        var drawnFormats: Set<Dmabuf.Format> = []
    }

    private let facts = Monitor(Facts())

    package init() {}

    /// Notes the compositor's answer, the number of its device (`dev_t`).
    package func note(device: UInt64?) { facts.update { $0.device = .some(device) } }

    /// Notes the dmabuf formats that the renderer draws without a copy.
    package func note(drawnFormats formats: some Sequence<Dmabuf.Format>) {
        let formats = Set(formats)
        facts.update { $0.drawnFormats = formats }
    }

    /// Returns the number of the compositor's device; nil if it is unknown after `limit`.
    func device(within limit: Duration) -> UInt64? { facts.wait(upTo: limit) { $0.device } ?? nil }

    /// Whether the renderer draws any dmabuf without a copy.
    var drawsDmabufs: Bool { facts.withLock { !$0.drawnFormats.isEmpty } }

    func draws(_ format: Dmabuf.Format) -> Bool { facts.withLock { $0.drawnFormats.contains(format) } }

    package static func == (one: DisplayFacts, other: DisplayFacts) -> Bool { one === other }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
