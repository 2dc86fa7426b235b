import ArgumentParser
import Glibc

/// A command that failed: `oriel: COMMAND: what happened; what to do`, exit status 1.
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

/// Writes one line at once, whatever else is buffered.
func writeLine(_ line: String, to descriptor: CInt) {
    var text = line + "\n"
    text.withUTF8 { _ = write(descriptor, $0.baseAddress, $0.count) }
}
