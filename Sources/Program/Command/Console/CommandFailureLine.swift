/// A failed command, printed as `oriel: COMMAND: what happened; what to do`; exit status 1.
struct CommandFailureLine: Error, CustomStringConvertible {
    let command: String
    let what: String
    let advice: String?

    init(_ command: String, _ what: String, advice: String? = nil) {
        self.command = command
        self.what = what
        self.advice = advice
    }

    var description: String { "oriel: \(command): \(what)" + (advice.map { "; \($0)" } ?? "") }
}
