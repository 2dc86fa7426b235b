import Glibc
import Testing

/// Interleavings of one swap or replacement with any single fault (contract §2.3, §2.4), for the real broker and both
/// real sessions. The search is depth first and ends at a number of states, which `ORIEL_MODEL_LIMIT` raises.
@Suite struct ModelTests {
    private static func number(_ name: String) -> Int? { getenv(name).flatMap { Int(String(cString: $0)) } }

    @Test(arguments: ModelWorld.Host.allCases) func oneFaultAnywhere(_ host: ModelWorld.Host) {
        check("swap, one fault", host, ModelOptions(kinds: .init(rawValue: 7)), limit: 1_000_000)
    }

    @Test(arguments: ModelWorld.Host.allCases) func aReplacementWithOneFault(_ host: ModelWorld.Host) {
        check("replacement, one fault", host, ModelOptions(kinds: .init(rawValue: 7), replaces: true), limit: 200_000)
    }

    /// One timer fires early, in addition to one other fault.
    @Test(arguments: ModelWorld.Host.allCases, [false, true])
    func anEarlyTimerAndOneFault(_ host: ModelWorld.Host, replaces: Bool) {
        check(
            replaces ? "replacement, an early timer and one fault" : "swap, an early timer and one fault", host,
            ModelOptions(kinds: [.processes, .user], hurries: true, replaces: replaces), limit: 15_000)
    }

    /// Each timer may fire at any time, in addition to one other fault; within the limit.
    @Test(.enabled(if: number("ORIEL_MODEL_LIMIT") != nil), arguments: ModelWorld.Host.allCases, [false, true])
    func earlyTimersAndOneFault(_ host: ModelWorld.Host, replaces: Bool) {
        check(
            replaces ? "replacement, early timers and one fault" : "swap, early timers and one fault", host,
            ModelOptions(kinds: [.processes, .user], timersAreFree: true, replaces: replaces), limit: 0,
            most: 500_000)
    }

    private func check(
        _ title: String, _ host: ModelWorld.Host, _ options: ModelOptions, limit: Int, most: Int = .max
    ) {
        var checker = ModelChecker()
        checker.limit = min(most, Self.number("ORIEL_MODEL_LIMIT") ?? limit)
        let failure = checker.run(host: host, options)
        print(
            "model, \(title), broker in \(host): \(checker.states) states, \(checker.transitions) steps, "
                + "\(checker.ends) ends, \(checker.endsWithTwo) of them with two in Picture in Picture"
                + (checker.states >= checker.limit ? " (stopped at the limit)" : ""))
        if let failure { Issue.record("\(failure)") }
    }
}
