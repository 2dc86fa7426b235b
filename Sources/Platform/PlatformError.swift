public import SystemPackage

/// A failed system call: what was attempted, on what, and why it failed.
public struct PlatformError: Error, Sendable, CustomStringConvertible {
    /// The C call or the action, such as `epoll_create1`.
    public var operation: String
    /// The path or name it concerned, if any.
    public var subject: String?
    public var errno: Errno

    /// The system's number for it (`errno`).
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
