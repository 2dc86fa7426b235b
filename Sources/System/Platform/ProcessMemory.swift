import CLinux

/// The C library's heap of this process.
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
}
