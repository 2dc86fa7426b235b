import OrielPlatform
import OrielSessionBus
import OrielTestSupport
import Testing

/// The session's lock state from a stand-in for logind, on a private bus.
@Suite(.serialized, .enabled(if: Executable.isExpected("dbus-daemon"), "dbus-daemon is not installed"))
struct LoginSessionTests: BusSuite {
    let rig: BusRig

    init() throws { rig = try BusRig(patience: .seconds(5)) }

    @Test func aLockIsFollowed() throws {
        let manager = try StandInPortal(.login, at: bus.address)
        defer { manager.stop() }
        let session = try LoginSession(buses)
        var changes: [Bool] = []
        session.onChange = { changes.append($0) }
        // The signal comes before the session's path may be known; then the answer has the state.
        try manager.setLocked(true)
        #expect(turn { changes == [true] })
        try manager.setLocked(true)
        try manager.setLocked(false)
        #expect(turn { changes == [true, false] })
        #expect(!session.isLocked)
    }

    @Test func sleepAndWakingUpAreTold() throws {
        let manager = try StandInPortal(.login, ["--locked", "1"], at: bus.address)
        defer { manager.stop() }
        let session = try LoginSession(buses)
        var changes: [Bool] = []
        session.onSleep = { changes.append($0) }
        // The answer shows that the session knows whom to believe.
        #expect(turn { session.isLocked })
        try manager.setAsleep(true)
        #expect(turn { changes == [true] })
        try manager.setAsleep(false)
        #expect(turn { changes == [true, false] })
    }

    @Test func aSessionThatIsLockedAlreadyIsKnown() throws {
        let manager = try StandInPortal(.login, ["--locked", "1"], at: bus.address)
        defer { manager.stop() }
        let session = try LoginSession(buses)
        #expect(turn { session.isLocked })
    }

    @Test func noSessionIsToldOnce() throws {
        let manager = try StandInPortal(.login, ["--locked", "-1"], at: bus.address)
        defer { manager.stop() }
        let session = try LoginSession(buses)
        var failures: [String] = []
        session.onFailure = { failures.append("\($0)") }
        #expect(turn { !failures.isEmpty })
        #expect(failures.count == 1 && !session.isLocked)
    }

    @Test func noManagerIsToldOnce() throws {
        let session = try LoginSession(buses)
        var failures = 0
        session.onFailure = { _ in failures += 1 }
        #expect(turn { failures == 1 })
    }

    /// Any user of the machine may send signals to any connection of the system bus.
    @Test func aStrangersWordOfTheLockIsNotBelieved() throws {
        let manager = try StandInPortal(.login, at: bus.address)
        defer { manager.stop() }
        let session = try LoginSession(buses)
        var changes: [Bool] = []
        session.onChange = { changes.append($0) }
        try manager.setLocked(true)
        #expect(turn { changes == [true] })
        try manager.forge(isLocked: false)
        try manager.forge(isLocked: true)
        // Nor does a forged message change the name's owner.
        try manager.forge(ownerOf: "org.freedesktop.login1")
        try manager.forge(isLocked: false)
        try manager.forge(isLocked: true)
        try manager.setLocked(false)
        #expect(turn { changes.last == false })
        #expect(changes == [true, false])
    }

    /// A restarted login manager is queried again.
    @Test func aNewManagerIsAsked() throws {
        let manager = try StandInPortal(.login, at: bus.address)
        let session = try LoginSession(buses)
        var changes: [Bool] = []
        session.onChange = { changes.append($0) }
        try manager.setLocked(true)
        #expect(turn { changes == [true] })
        manager.stop()
        let next = try StandInPortal(.login, at: bus.address)
        defer { next.stop() }
        #expect(turn { changes == [true, false] })
        try next.setLocked(true)
        #expect(turn { changes == [true, false, true] })
    }

    /// Any user of the machine can send endless messages: the loop has time for other work in between, and the login
    /// manager's own signals still arrive.
    @Test func aFloodIsTakenInPortions() throws {
        let manager = try StandInPortal(.login, at: bus.address)
        defer { manager.stop() }
        let session = try LoginSession(buses)
        var changes: [Bool] = []
        session.onChange = { changes.append($0) }
        try manager.setLocked(true)
        #expect(turn { changes == [true] })
        try manager.forge(isLocked: false, times: 400)
        try manager.setLocked(false)
        // Other work, each millisecond. All messages at once would let it have its turn once.
        var turns = 0
        func work() {
            loop.schedule(after: .milliseconds(1)) {
                turns += 1
                work()
            }
        }
        work()
        #expect(turn { changes == [true, false] })
        #expect(turns >= 3)
    }
}
