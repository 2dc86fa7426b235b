import OrielTestSupport
import Testing

@Suite struct IdleTimeTests {
    @Test func aSleeperIsIdle() throws {
        let child = try ChildProcess("sleep", ["60"])
        defer { child.stop(grace: .zero) }
        let idle = IdleTime(of: child.pid)
        #expect(wait(.seconds(20)) { idle.elapsed > .milliseconds(500) })
    }

    /// Running and waiting for a core both count as busy.
    @Test func aLoopIsNot() throws {
        let child = try ChildProcess("sh", ["-c", "echo; while :; do :; done"])
        defer { child.stop(grace: .zero) }
        try #require(child.waitForOutput(.seconds(20)) { !$0.isEmpty })
        let idle = IdleTime(of: child.pid)
        let early = wait(.seconds(1)) { idle.elapsed > .milliseconds(500) }
        #expect(!early, "\(idle.elapsed)")
    }
}
