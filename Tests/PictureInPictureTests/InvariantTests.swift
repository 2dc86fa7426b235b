import OrielPictureInPicture
import Testing

/// Contract §2.1 for any events in any order.
@Suite struct InvariantTests {
    /// 400 sessions of 500 random events each; a run is identified by its seed.
    @Test func randomEventsNeverBreakAnInvariant() {
        var counts: [String: Int] = [:]
        for seed in 0..<400 {
            var surroundings = RandomSurroundings(seed: UInt64(seed))
            for _ in 0..<500 {
                surroundings.step()
                guard let violation = surroundings.checker.violations.first else { continue }
                Issue.record("seed \(seed): \(violation)\nafter \(surroundings.history)")
                return
            }
            counts.merge(surroundings.checker.counts) { $0 + $1 }
        }
        // The run must have covered all callbacks.
        for callback in [
            "willStart", "didStart", "fTS", "restore", "cancelRestore", "willStop", "didStop", "foreground",
            "background",
            "suspended", "stashed",
        ] {
            #expect(counts[callback, default: 0] > 50, "\(callback): \(counts)")
        }
    }

    /// The checker reports callbacks that are out of order.
    @Test(arguments: [
        [Session.Callback.didStart], [.willStart, .willStart], [.willStop],
        [.willStart, .didStart, .didStop(.failure)],
        [.willStart, .failedToStart(.cancelled), .background],
    ])
    func theCheckerSees(callbacks: [Session.Callback]) {
        var checker = InvariantChecker()
        checker.take(.stop, callbacks.map { .callback($0, nil) }, idle: false)
        #expect(!checker.violations.isEmpty)
    }
}
