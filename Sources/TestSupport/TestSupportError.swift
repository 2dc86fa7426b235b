/// A tool of the tests that could not do its work: one sentence, with what the child program said.
public struct TestSupportError: Error, Sendable, CustomStringConvertible {
    public var description: String

    public init(_ description: String) { self.description = description }
}
