import ArgumentParser
import Glibc
import OrielPlatform

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

/// Writes one line at once, without buffering.
/// - Parameter isJSON: true if the line's control characters are already escaped.
func writeLine(_ line: String, to descriptor: CInt, isJSON: Bool = false) {
    var text = (isJSON ? line : TerminalText.plain(line)) + "\n"
    text.withUTF8 { _ = write(descriptor, $0.baseAddress, $0.count) }
}
