import Glibc

/// Memory for pixels, aligned to 64 bytes for vector instructions, and freed with this object.
package final class AlignedMemory: @unchecked Sendable {  // Written by its one owner before others read it.
    package let start: UnsafeMutableRawPointer
    /// Size in bytes.
    package let size: Int

    /// Allocates memory with undefined content; nil if there is none.
    package init?(size: Int) {
        var start: UnsafeMutableRawPointer?
        guard posix_memalign(&start, 64, max(64, size)) == 0, let start else { return nil }
        (self.start, self.size) = (start, size)
    }

    deinit { free(start) }
}
