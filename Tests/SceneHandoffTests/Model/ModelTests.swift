import Glibc
import Testing

/// Interleavings of one swap with any one fault (contract §2.4): the shipped broker and both shipped sessions. The search
/// is depth first and stops at a number of states, which `ORIEL_MODEL_LIMIT` raises.
@Suite struct ModelTests {
    private static func number(_ name: String) -> Int? { getenv(name).flatMap { Int(String(cString: $0)) } }

    @Test(arguments: ModelWorld.Host.allCases) func oneFaultAnywhere(_ host: ModelWorld.Host) {
        var checker = ModelChecker()
        checker.limit = Self.number("ORIEL_MODEL_LIMIT") ?? 1_000_000
        let failure = checker.run(host: host, ModelOptions(kinds: .init(rawValue: 7)))
        print(
            "model, broker in \(host): \(checker.states) states, \(checker.transitions) steps, \(checker.ends) ends, "
                + "\(checker.endsWithTwo) of them with two in Picture in Picture"
                + (checker.states >= checker.limit ? " (stopped at the limit)" : ""))
        if let failure { Issue.record("\(failure)") }
    }
}
