import CLinux
import Glibc
import SystemPackage

/// One owned file descriptor, closed with it. Close-on-exec is the creator's duty.
public struct Descriptor: ~Copyable, Sendable {
    /// The number, valid while this value lives.
    public let number: CInt

    /// Takes ownership of `number`.
    public init(owning number: CInt) { self.number = number }

    /// Takes the result of a C call that answers a descriptor or −1 with errno.
    public init(checking number: CInt, _ operation: StaticString) throws(PlatformError) {
        guard number >= 0 else { throw PlatformError(operation, Errno(rawValue: errno)) }
        self.number = number
    }

    deinit { close(number) }

    /// Gives the number away; the caller closes it.
    public consuming func release() -> CInt {
        let number = number
        discard self
        return number
    }
}
