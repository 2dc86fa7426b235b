import CAss
import Logging

/// Memory limit of one `AssLibrary`. A script of two kilobytes can make libass allocate gigabytes within one call. One
/// thread at a time.
final class AssMemory {
    /// Largest number of bytes in use.
    let limit: Int
    private let blocks: OpaquePointer

    /// Makes a limit; nil if memory ran out.
    init?(limit: Int) {
        guard let blocks = oriel_ass_memory_new(limit) else { return nil }
        self.blocks = blocks
        self.limit = limit
    }

    // A call that was aborted at the limit has left blocks that no handle owns.
    deinit { oriel_ass_memory_free(blocks) }

    /// Makes the functions of a table countable, if the program wants the limit.
    func watch(_ ass: oriel_ass) {
        guard ScriptMemory.isLimited else { return }
        if !withUnsafePointer(to: ass, oriel_ass_count_memory) { Self.warning }
    }

    /// Counts the allocations of libass in `body`, without the limit.
    func count(_ body: () -> Void) {
        oriel_ass_memory_begin(blocks)
        body()
        oriel_ass_memory_end()
    }

    /// Makes a call of libass that is aborted at the limit. After that, the handles can only be destroyed.
    /// - Throws: `TextProblem.scriptIsTooHeavy` if the limit was reached.
    func limit(
        _ ass: oriel_ass, _ call: (UnsafePointer<oriel_ass>, OpaquePointer) -> Bool
    ) throws(TextProblem) {
        guard withUnsafePointer(to: ass, { call($0, blocks) }) else { throw .scriptIsTooHeavy(limit) }
    }

    /// Given once.
    private static let warning: Void = Logger(label: "text").warning(
        "the memory of this libass can't be limited: a hostile subtitle script may take much")
}
