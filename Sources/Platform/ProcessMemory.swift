import CLinux

/// The memory that the C library keeps for this process.
public enum ProcessMemory {
    /// From now on what is free at its end goes back at once (`mallopt`: one arena for all threads, `M_TRIM_THRESHOLD`), and what is large is
    /// the system's to keep. Otherwise each thread's arena keeps the most it ever had, and `trim` reaches none of that. Before the
    /// process has other threads; a program's to call, never a library's. Does nothing where the C library has no such call.
    public static func bound() { oriel_bound_heap() }

    /// Gives back what is free, also between what is in use (`malloc_trim`), which takes some milliseconds. Does nothing
    /// where the C library has no such call.
    public static func trim() { oriel_trim_heap() }
}
