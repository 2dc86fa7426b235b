public import SystemPackage

/// A failed system call: the operation, its subject and the error code.
public struct PlatformError: Error, Sendable, CustomStringConvertible {
    /// Name of the C function or of the action, such as `epoll_create1`.
    public var operation: String
    /// Path or name that the operation concerned; nil if there is none.
    public var subject: String?
    public var errno: Errno

    /// The error number (`errno`).
    public var code: CInt { errno.rawValue }

    public init(_ operation: StaticString, _ errno: Errno, subject: String? = nil) {
        self.operation = "\(operation)"
        self.errno = errno
        self.subject = subject
    }

    public var description: String {
        if let subject { return "\(operation) \(subject): \(errno)" }
        return "\(operation): \(errno)"
    }
}
