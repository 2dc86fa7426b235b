import OrielPictureInPicture

/// The readers of a controller's snapshots. A callback waits until each of them has handled the snapshots before it:
/// until it asks for the next one.
@MainActor
final class SnapshotReaders {
    private struct Entry { weak var reader: SnapshotReader? }
    private var entries: [Entry] = []
    /// Called when a reader has handled what it was given, or is gone.
    var onSettle: () -> Void = {}

    /// Whether no reader has begun to read.
    var isEmpty: Bool { !entries.contains { $0.reader?.hasBegun == true } }

    /// Whether each reader has handled all snapshots, or was given up.
    var areSettled: Bool { entries.allSatisfy { $0.reader?.isSettled ?? true } }

    /// Returns a stream that begins with a snapshot. Readers keep the stream, the stream keeps its end, and nothing
    /// keeps these readers.
    func stream(from snapshot: PictureInPictureSnapshot) -> AsyncStream<PictureInPictureSnapshot> {
        let reader = SnapshotReader(snapshot) { [weak self] in self?.onSettle() }
        entries.removeAll { $0.reader == nil }
        entries.append(Entry(reader: reader))
        return AsyncStream {
            await reader.next()
        } onCancel: {
            Task { @MainActor in reader.finish() }
        }
    }

    func yield(_ snapshot: PictureInPictureSnapshot) { for entry in entries { entry.reader?.yield(snapshot) } }

    /// Waits no longer for readers that are still busy with a snapshot.
    func giveUp() { for entry in entries where entry.reader?.isSettled == false { entry.reader?.isLate = true } }

    /// Ends the streams, behind the snapshots that were not read.
    func finish() {
        for entry in entries { entry.reader?.finish() }
        entries = []
    }
}

/// One stream's end: the snapshots that its reader has not asked for, and the reader's wait.
@MainActor
final class SnapshotReader {
    private var untaken: [PictureInPictureSnapshot]
    private var waits: [CheckedContinuation<PictureInPictureSnapshot?, Never>] = []
    private(set) var hasBegun = false
    private var hasEnded = false
    /// The reader took too long for a snapshot. It isn't waited for until it asks for the next one.
    var isLate = false
    private let onSettle: () -> Void

    /// Most snapshots kept for a slow reader.
    private static let limit = 64

    init(_ first: PictureInPictureSnapshot, onSettle: @escaping () -> Void) {
        untaken = [first]
        self.onSettle = onSettle
    }

    isolated deinit { onSettle() }

    var isSettled: Bool { !hasBegun || hasEnded || isLate || !waits.isEmpty }

    func next() async -> PictureInPictureSnapshot? {
        (hasBegun, isLate) = (true, false)
        if !untaken.isEmpty { return untaken.removeFirst() }
        if hasEnded { return nil }
        return await withCheckedContinuation { continuation in
            waits.append(continuation)
            onSettle()
        }
    }

    func yield(_ snapshot: PictureInPictureSnapshot) {
        guard !hasEnded else { return }
        guard waits.isEmpty else { return waits.removeFirst().resume(returning: snapshot) }
        if untaken.count == Self.limit { untaken.removeFirst() }
        untaken.append(snapshot)
    }

    func finish() {
        hasEnded = true
        for wait in waits { wait.resume(returning: nil) }
        waits = []
        onSettle()
    }
}
