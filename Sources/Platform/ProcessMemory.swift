import CLinux

/// This process's memory: the C library's heap, and what is mapped of the program and its libraries.
public enum ProcessMemory {
    /// Limits the memory that the heap keeps after it is freed (`mallopt`: `M_ARENA_MAX`, `M_TRIM_THRESHOLD`,
    /// `M_MMAP_THRESHOLD`).
    ///
    /// All threads then share one heap with at most 8 MiB free at its end; blocks of 1 MiB and more are mapped on their
    /// own and unmapped when freed. Without it each thread's arena keeps its peak size, and `trim` doesn't reach it.
    /// Call it before other threads start, from a program only, never from a library. Does nothing if the C library has
    /// no `mallopt`.
    public static func bound() { oriel_bound_heap() }

    /// Returns free heap memory to the system, also between used blocks (`malloc_trim`). Takes some milliseconds. Does
    /// nothing if the C library has no such function.
    public static func trim() { oriel_trim_heap() }

    /// Gives up the pages of code and tables that are as in their files, of the program and all its libraries. The
    /// kernel maps a page again when it is used, from its cache while that has it.
    ///
    /// The loader and the start use most pages of FFmpeg's 130 libraries once: they count as this process's memory
    /// although nothing reads them again. Pages that differ from their files stay (relocations, breakpoints). Takes
    /// some milliseconds; may be called on any thread.
    /// - Returns: the bytes that were mapped; 0 if the kernel doesn't tell which pages differ (`/proc/self/pagemap`).
    @discardableResult public static func returnFilePages() -> Int { oriel_return_file_pages() }
}
