import ArgumentParser
import Glibc
import OrielPlatform

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
/// - Parameter isJSON: it holds nothing that a terminal obeys.
func writeLine(_ line: String, to descriptor: CInt, isJSON: Bool = false) {
    var text = (isJSON ? line : TerminalText.plain(line)) + "\n"
    text.withUTF8 { _ = write(descriptor, $0.baseAddress, $0.count) }
}
