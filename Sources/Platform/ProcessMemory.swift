import CLinux

/// The memory that the C library keeps for this process.
public enum ProcessMemory {
    /// Gives back what is free, also between what is in use (`malloc_trim`), which takes some milliseconds. Does nothing
    /// where the C library has no such call.
    public static func trim() { oriel_trim_heap() }
}
