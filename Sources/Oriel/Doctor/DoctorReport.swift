import OrielPlatform

/// What this compositor, machine and desktop allow, what Oriel will use and why, and what to do about what is missing.
/// Its coding is `doctor --json`; fields are only ever added.
public struct DoctorReport: Codable, Sendable, Hashable {
    /// How well something does.
    public enum State: String, Codable, Sendable, Hashable {
        /// There, and used.
        case ok
        /// Something does its work less well.
        case limited
        /// Not there, and nothing takes its place.
        case missing
    }

    /// One thing that was looked at.
    public struct Check: Codable, Sendable, Hashable {
        /// What was looked at.
        public var name: String
        /// How well it does.
        public var state: State
        /// What was found.
        public var found: String
        /// What it means for Oriel, and what to do; empty where there is nothing to say.
        public var advice: String

        /// One thing that was looked at.
        public init(_ name: String, _ state: State, _ found: String, advice: String = "") {
            self.name = name
            self.state = state
            self.found = found
            self.advice = advice
        }
    }

    /// The coding's version.
    public var version = 1
    /// In the order in which they are told.
    public var checks: [Check]

    /// A report of these checks.
    public init(checks: [Check]) { self.checks = checks }

    /// True if videos can be played at all.
    public var isUsable: Bool { !checks.contains { $0.state == .missing } }

    /// The report for a person, one check a line with its advice below.
    /// - Parameter colored: marks the states with colours (ANSI).
    public func lines(colored: Bool) -> [String] {
        let width = checks.map(\.name.count).max() ?? 0
        return checks.flatMap { check in
            let mark =
                switch check.state {
                case .ok: colored ? "\u{1B}[32mok\u{1B}[0m     " : "ok     "
                case .limited: colored ? "\u{1B}[33mlimited\u{1B}[0m" : "limited"
                case .missing: colored ? "\u{1B}[31mmissing\u{1B}[0m" : "missing"
                }
            // Outputs and drivers name themselves.
            let (found, advice) = (TerminalText.plain(check.found), TerminalText.plain(check.advice))
            let name = check.name + String(repeating: " ", count: width - check.name.count)
            let indent = String(repeating: " ", count: 7 + 2 + width + 2)
            return ["\(mark)  \(name)  \(found)"] + (advice.isEmpty ? [] : [indent + advice])
        }
    }
}
