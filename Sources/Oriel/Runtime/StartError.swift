/// Why a program that shows pictures couldn't start, and what can be done about it.
public struct StartError: Error, Sendable, Hashable, CustomStringConvertible {
    /// One clear sentence, without a full stop.
    public var what: String
    public var advice: String?

    public init(_ what: String, advice: String? = nil) {
        self.what = what
        self.advice = advice
    }

    public var description: String { what + (advice.map { "; \($0)" } ?? "") }
}
