import Glibc

/// Memory between two guard pages: access beyond its ends ends the test process.
final class GuardedMemory: @unchecked Sendable {  // Written before it is shared, or by the code under test.
    enum End: CaseIterable { case front, back }

    let bytes: UnsafeMutableRawPointer
    let count: Int
    private let mapping: UnsafeMutableRawPointer
    private let length: Int

    /// - Parameter end: the end that is adjacent to its guard page; at the other there is less than a page in between.
    init(count: Int, at end: End) {
        let page = Int(sysconf(CInt(_SC_PAGESIZE)))
        let room = (count + page - 1) / page * page
        length = room + 2 * page
        guard let mapping = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
            mapping != MAP_FAILED, mprotect(mapping, page, PROT_NONE) == 0,
            mprotect(mapping + page + room, page, PROT_NONE) == 0
        else { fatalError("no memory for a test") }
        self.mapping = mapping
        self.count = count
        bytes = mapping + page + (end == .front ? 0 : room - count)
    }

    deinit { munmap(mapping, length) }
}
