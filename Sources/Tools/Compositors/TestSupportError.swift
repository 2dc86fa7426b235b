/// A failure of a test tool: one sentence, with the child program's message.
public struct TestSupportError: Error, Sendable, CustomStringConvertible {
    public var description: String

    public init(_ description: String) { self.description = description }
}
