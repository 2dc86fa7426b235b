import CAss
import Logging

/// The memory of one `AssLibrary`, with a limit. libass takes what a script makes it take within one call: gigabytes, for a script of two
/// kilobytes. One thread at a time.
final class AssMemory {
    /// Bytes that may be in use at once.
    let limit: Int
    private let blocks: OpaquePointer

    /// Nil if there is no memory for it.
    init?(limit: Int) {
        guard let blocks = oriel_ass_memory_new(limit) else { return nil }
        self.blocks = blocks
        self.limit = limit
    }

    // A call that ended at the limit left blocks that no handle owns.
    deinit { oriel_ass_memory_free(blocks) }

    /// Makes the functions of a table countable.
    func watch(_ ass: oriel_ass) {
        if !withUnsafePointer(to: ass, oriel_ass_count_memory) { Self.warnOnce() }
    }

    /// Counts what `body` makes libass allocate, or free, without the limit.
    func count(_ body: () -> Void) {
        oriel_ass_memory_begin(blocks)
        body()
        oriel_ass_memory_end()
    }

    /// Makes one of the calls that end at the limit. After one that did, the handles are good for nothing but their end.
    func limit(
        _ ass: oriel_ass, _ call: (UnsafePointer<oriel_ass>, OpaquePointer) -> Bool
    ) throws(TextProblem) {
        guard withUnsafePointer(to: ass, { call($0, blocks) }) else { throw .scriptIsTooHeavy(limit) }
    }

    private static let warning: Void = Logger(label: "text").warning(
        "this libass can't be watched: a hostile script of subtitles may take much memory")

    private static func warnOnce() { warning }
}
