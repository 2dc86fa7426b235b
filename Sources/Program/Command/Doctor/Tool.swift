import Glibc
import OrielPlatform

/// A program of the desktop, run to its end.
struct Tool {
    let path: String

    /// Finds a program in `PATH`; nil if it isn't installed.
    init?(_ name: String, _ environment: [String: String]) {
        let paths = (environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(name)" }
        guard let path = paths.first(where: { access($0, X_OK) == 0 }) else { return nil }
        self.path = path
    }

    /// Runs it, for at most ten seconds.
    /// - Returns: its standard output without the last line break; nil if it fails.
    func run(_ arguments: [String]) -> String? {
        guard
            let result = try? ProgramOutput(
                of: path, arguments, limit: .seconds(10), bytes: 1 << 20, interruption: -1),
            result.succeeded
        else { return nil }
        let text = String(decoding: result.output, as: UTF8.self)
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }
}
