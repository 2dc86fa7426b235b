import CLinux
import Glibc
import SystemPackage

/// An owned file descriptor, closed when the value ends. Its creator sets close-on-exec.
public struct Descriptor: ~Copyable, Sendable {
    /// The descriptor's number, valid while this value lives.
    public let number: CInt

    /// Takes ownership of `number`.
    public init(owning number: CInt) { self.number = number }

    /// Takes the result of a C call that returns a descriptor, or −1 and sets `errno`.
    /// - Throws: `PlatformError` with `operation` and `errno` if the result is negative.
    public init(checking number: CInt, _ operation: StaticString) throws(PlatformError) {
        guard number >= 0 else { throw PlatformError(operation, Errno(rawValue: errno)) }
        self.number = number
    }

    deinit { close(number) }

    /// Releases ownership of the number; the caller must close it.
    public consuming func release() -> CInt {
        let number = number
        discard self
        return number
    }
}
