package import OrielPlatform

/// Error of an application, a view or a player that couldn't start, with advice.
public struct StartError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The reason as one sentence, without a full stop.
    public var what: String
    /// The remedy; nil if there is none.
    public var advice: String?

    /// Makes an error of a sentence and advice.
    public init(_ what: String, advice: String? = nil) {
        self.what = what
        self.advice = advice
    }

    package init(refused error: PlatformError) { self.init("the system refuses a descriptor: \(error)") }

    /// The reason and the advice in one line: `what; advice`.
    public var description: String { what + (advice.map { "; \($0)" } ?? "") }
}
