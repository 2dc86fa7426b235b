import CLinux

/// The memory that the C library keeps for this process.
public enum ProcessMemory {
    /// From now on all threads share one heap that keeps no more than 8 MiB free at its end, and 1 MiB and more at once is mapped by itself and
    /// goes back when freed (`mallopt`: `M_ARENA_MAX`, `M_TRIM_THRESHOLD`, `M_MMAP_THRESHOLD`). Otherwise each thread's arena keeps the most
    /// it ever had, and `trim` reaches none of that. Before the process has other threads; a program's to call, never a library's. Does
    /// nothing where the C library has no such call.
    public static func bound() { oriel_bound_heap() }

    /// Gives back what is free, also between what is in use (`malloc_trim`), which takes some milliseconds. Does nothing
    /// where the C library has no such call.
    public static func trim() { oriel_trim_heap() }
}
