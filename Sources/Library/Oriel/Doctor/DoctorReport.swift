import OrielControls
import OrielPlatform
import OrielTexts

/// Report of the features that the compositor, the machine and the desktop offer, of those that Oriel uses, and of
/// remedies for missing ones. Its coding is the output of `oriel doctor --json`; later versions only add fields.
public struct DoctorReport: Codable, Sendable, Hashable {
    /// Result of a check.
    public enum State: String, Codable, Sendable, Hashable {
        /// Available and used.
        case ok
        /// Missing or replaced; Oriel works, with less function or quality.
        case limited
        /// Missing, without a replacement.
        case missing
    }

    /// Check of one feature.
    public struct Check: Codable, Sendable, Hashable {
        /// Name of the feature.
        public var name: String
        /// Result of the check.
        public var state: State
        /// Description of the finding.
        public var found: String
        /// Consequence for Oriel, and what to do about it; empty if there is nothing to say.
        public var advice: String

        /// Makes a check of one feature.
        public init(_ name: String, _ state: State, _ found: String, advice: String = "") {
            self.name = name
            self.state = state
            self.found = found
            self.advice = advice
        }
    }

    /// Version of the coding.
    public var version = 1
    /// The checks, in the order of the report.
    public var checks: [Check]

    /// Makes a report of checks.
    public init(checks: [Check]) { self.checks = checks }

    /// Whether videos can be played at all.
    public var isUsable: Bool { !checks.contains { $0.state == .missing } }

    /// Returns the report as text: one line per check, with its advice below.
    /// - Parameter colored: whether the results are coloured (ANSI escape sequences).
    public func lines(colored: Bool) -> [String] {
        let width = checks.map(\.name.columns).max() ?? 0
        let space = [State.ok, .limited, .missing].map(\.word.columns).max() ?? 0
        func padded(_ text: String, to width: Int) -> String {
            text + String(repeating: " ", count: max(0, width - text.columns))
        }
        return checks.flatMap { check in
            let word = check.state.word
            let rest = padded(word, to: space).dropFirst(word.count)
            let mark = colored ? "\u{1B}[\(check.state.color)m\(word)\u{1B}[0m" : word
            // The text may contain names that outputs and drivers give themselves.
            let (found, advice) = (TerminalText.plain(check.found), TerminalText.plain(check.advice))
            let indent = String(repeating: " ", count: space + 2 + width + 2)
            return ["\(mark)\(rest)  \(padded(check.name, to: width))  \(found)"]
                + (advice.isEmpty ? [] : [indent + advice])
        }
    }
}

extension DoctorReport.State {
    fileprivate var word: String {
        switch self {
        case .ok: localized("ok")
        case .limited: localized("limited")
        case .missing: localized("missing")
        }
    }

    /// Number of the colour in ANSI's escape sequences.
    fileprivate var color: Int {
        switch self {
        case .ok: 32
        case .limited: 33
        case .missing: 31
        }
    }
}
