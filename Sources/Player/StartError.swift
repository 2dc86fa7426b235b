package import OrielPlatform

/// Why a program that shows pictures couldn't start, and what can be done about it.
public struct StartError: Error, Sendable, Hashable, CustomStringConvertible {
    /// One clear sentence, without a full stop.
    public var what: String
    /// What to do, where there is something to do.
    public var advice: String?

    /// One clear sentence, and what to do.
    public init(_ what: String, advice: String? = nil) {
        self.what = what
        self.advice = advice
    }

    package init(refused error: PlatformError) { self.init("the system refuses a descriptor: \(error)") }

    /// `what; advice`, one line.
    public var description: String { what + (advice.map { "; \($0)" } ?? "") }
}
