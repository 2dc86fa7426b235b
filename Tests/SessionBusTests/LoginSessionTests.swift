import OrielPlatform
import OrielSessionBus
import OrielTestSupport
import Testing

/// The session's lock state from a fake logind, on a private bus.
@Suite(.serialized, .enabled(if: Executable.isExpected("dbus-daemon"), "dbus-daemon is not installed"))
struct LoginSessionTests {
    private let bus: MessageBus
    private let loop: EventLoop
    private let buses: BusConnections

    init() throws {
        bus = try MessageBus()
        loop = try EventLoop()
        buses = BusConnections(loop: loop, address: bus.address)
    }

    private func turn(until isDone: () -> Bool) -> Bool {
        let deadline = MonotonicClock.now + .seconds(5)
        while !isDone() {
            guard MonotonicClock.now < deadline else { return false }
            loop.turn(limit: .milliseconds(50))
        }
        return true
    }

    @Test func aLockIsFollowed() throws {
        defer { bus.stop() }
        let manager = try FakeLoginManager(isLocked: false, at: bus.address)
        defer { manager.stop() }
        let session = try LoginSession(buses)
        var changes: [Bool] = []
        session.onChange = { changes.append($0) }
        // The signal comes before the session's path may be known; then the answer has the state.
        manager.setLocked(true)
        #expect(turn { changes == [true] })
        manager.setLocked(true)
        manager.setLocked(false)
        #expect(turn { changes == [true, false] })
        #expect(!session.isLocked)
    }

    @Test func sleepAndWakingUpAreTold() throws {
        defer { bus.stop() }
        let manager = try FakeLoginManager(isLocked: true, at: bus.address)
        defer { manager.stop() }
        let session = try LoginSession(buses)
        var changes: [Bool] = []
        session.onSleep = { changes.append($0) }
        // The answer shows that the session knows whom to believe.
        #expect(turn { session.isLocked })
        manager.setAsleep(true)
        #expect(turn { changes == [true] })
        manager.setAsleep(false)
        #expect(turn { changes == [true, false] })
    }

    @Test func aSessionThatIsLockedAlreadyIsKnown() throws {
        defer { bus.stop() }
        let manager = try FakeLoginManager(isLocked: true, at: bus.address)
        defer { manager.stop() }
        let session = try LoginSession(buses)
        #expect(turn { session.isLocked })
    }

    @Test func noSessionIsToldOnce() throws {
        defer { bus.stop() }
        let manager = try FakeLoginManager(isLocked: nil, at: bus.address)
        defer { manager.stop() }
        let session = try LoginSession(buses)
        var failures: [String] = []
        session.onFailure = { failures.append("\($0)") }
        #expect(turn { !failures.isEmpty })
        #expect(failures.count == 1 && !session.isLocked)
    }

    @Test func noManagerIsToldOnce() throws {
        defer { bus.stop() }
        let session = try LoginSession(buses)
        var failures = 0
        session.onFailure = { _ in failures += 1 }
        #expect(turn { failures == 1 })
    }

    /// Any user of the machine may send signals to any connection of the system bus.
    @Test func aStrangersWordOfTheLockIsNotBelieved() throws {
        defer { bus.stop() }
        let manager = try FakeLoginManager(isLocked: false, at: bus.address)
        defer { manager.stop() }
        let session = try LoginSession(buses)
        var changes: [Bool] = []
        session.onChange = { changes.append($0) }
        manager.setLocked(true)
        #expect(turn { changes == [true] })
        let liar = try LyingConnection(at: bus.address)
        liar.claim(isLocked: false)
        liar.claim(isLocked: true)
        // Nor does a forged message change the name's owner.
        liar.claimToOwn("org.freedesktop.login1")
        liar.claim(isLocked: false)
        liar.claim(isLocked: true)
        manager.setLocked(false)
        #expect(turn { changes.last == false })
        #expect(changes == [true, false])
    }

    /// A restarted login manager is queried again.
    @Test func aNewManagerIsAsked() throws {
        defer { bus.stop() }
        let manager = try FakeLoginManager(isLocked: false, at: bus.address)
        let session = try LoginSession(buses)
        var changes: [Bool] = []
        session.onChange = { changes.append($0) }
        manager.setLocked(true)
        #expect(turn { changes == [true] })
        manager.stop()
        let next = try FakeLoginManager(isLocked: false, at: bus.address)
        defer { next.stop() }
        #expect(turn { changes == [true, false] })
        next.setLocked(true)
        #expect(turn { changes == [true, false, true] })
    }

    /// Any user of the machine can send endless messages: the loop has time for other work in between, and the login
    /// manager's own signals still arrive.
    @Test func aFloodIsTakenInPortions() throws {
        defer { bus.stop() }
        let manager = try FakeLoginManager(isLocked: false, at: bus.address)
        defer { manager.stop() }
        let session = try LoginSession(buses)
        var changes: [Bool] = []
        session.onChange = { changes.append($0) }
        manager.setLocked(true)
        #expect(turn { changes == [true] })
        let liar = try LyingConnection(at: bus.address)
        for _ in 0..<400 { liar.claim(isLocked: false) }
        manager.setLocked(false)
        let start = MonotonicClock.now
        #expect(turn { changes == [true, false] })
        // At least three pauses of 20 ms each.
        #expect(MonotonicClock.now - start >= .milliseconds(60))
    }
}
