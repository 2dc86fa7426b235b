import OrielWindows
import Testing

/// The decisions after a lost connection: when to try again, where, and when to give up.
@Suite struct ReconnectionTests {
    /// Decisions with a clock that runs from one wake time to the next.
    private struct Rig {
        var decisions: Reconnection
        var now = Duration.seconds(1000)
        var wake: Duration?
        var attempts: [Reconnection.Target] = []
        var end: Reconnection.End?
        var isTrying = false

        init(limit: Duration = .seconds(10)) { decisions = Reconnection(limit: limit) }

        mutating func send(_ event: Reconnection.Event) {
            for effect in decisions.handle(event, at: now) {
                switch effect {
                case .connect(let target):
                    attempts.append(target)
                    isTrying = true
                case .abandon: isTrying = false
                case .wake(let time): wake = time
                case .giveUp(let end): self.end = end
                }
            }
        }

        /// Lets the wake time come.
        mutating func sleep() {
            now = wake ?? now
            send(.time)
        }

        /// Fails each attempt until the end, or until `time` has passed since the loss.
        mutating func failAll(until time: Duration = .seconds(60)) {
            let begin = now
            while end == nil, now - begin < time {
                if isTrying {
                    isTrying = false
                    send(attempts.last == .other ? .exhausted : .failed)
                } else {
                    sleep()
                }
            }
        }
    }

    @Test func itTriesAtOnceAndThenEverMoreRarely() {
        var rig = Rig()
        rig.send(.lost(.closed, wasUsed: true))
        #expect(rig.attempts == [.same])
        var delays: [Duration] = []
        for _ in 0..<6 {
            rig.isTrying = false
            rig.send(.failed)
            delays.append((rig.wake ?? .zero) - rig.now)
            rig.sleep()
        }
        #expect(delays == [20, 40, 80, 160, 250, 250].map { .milliseconds($0) })
    }

    @Test func otherSocketsAreTriedAfterASecond() {
        var rig = Rig()
        rig.send(.lost(.closed, wasUsed: true))
        rig.failAll(until: .milliseconds(990))
        #expect(!rig.attempts.contains(.other) && rig.attempts.count > 4)
        rig.failAll(until: .milliseconds(600))
        #expect(rig.attempts.contains(.other))
    }

    @Test func eachOtherSocketIsTried() {
        var rig = Rig()
        rig.send(.lost(.closed, wasUsed: true))
        rig.now += .seconds(2)
        rig.send(.failed)
        rig.send(.failed)
        rig.send(.failed)
        #expect(rig.attempts == [.same, .other, .other, .other])
        rig.send(.exhausted)
        #expect(rig.attempts.count == 4 && rig.wake.map { $0 - rig.now } == .milliseconds(20))
    }

    @Test(arguments: [1, 10, 60]) func itGivesUpAfterTheLimit(seconds: Int) {
        var rig = Rig(limit: .seconds(seconds))
        let begin = rig.now
        rig.send(.lost(.closed, wasUsed: true))
        rig.failAll(until: .seconds(200))
        #expect(rig.end == .noCompositor && rig.now - begin == .seconds(seconds))
        rig.send(.time)
        rig.send(.connected)
        rig.send(.lost(.closed, wasUsed: true))
        #expect(rig.end == .noCompositor)
    }

    @Test func withoutALimitItNeverTries() {
        var rig = Rig(limit: .zero)
        rig.send(.lost(.closed, wasUsed: true))
        #expect(rig.attempts.isEmpty && rig.end == .noCompositor)
    }

    /// A service manager may listen for a compositor that starts.
    @Test func anAnswerMayTakeSeconds() {
        var rig = Rig()
        rig.send(.lost(.closed, wasUsed: true))
        #expect(rig.wake == rig.now + .seconds(5))
        rig.now += .seconds(3)
        rig.send(.time)
        #expect(rig.isTrying && rig.attempts.count == 1)
        rig.send(.connected)
        #expect(rig.end == nil)
        rig.now += .seconds(100)
        rig.send(.time)
        #expect(rig.attempts.count == 1)
    }

    @Test func anAnswerThatNeverComesIsGivenUp() {
        var rig = Rig()
        let begin = rig.now
        rig.send(.lost(.closed, wasUsed: true))
        var last = 0
        while rig.end == nil {
            rig.sleep()
            last += 1
            #expect(last < 50)
        }
        #expect(rig.now - begin == .seconds(10) && !rig.isTrying)
        #expect(rig.attempts.contains(.other))
    }

    /// A compositor that crashes at what is asked of it isn't made to crash for ever.
    @Test func connectionsOnWhichNothingIsShownBecomeRarerAndEnd() {
        var rig = Rig()
        var delays: [Duration] = []
        // The first connection may have had nothing to show yet.
        rig.send(.lost(.closed, wasUsed: false))
        rig.send(.connected)
        for _ in 0..<4 {
            rig.send(.lost(.closed, wasUsed: false))
            delays.append((rig.wake ?? .zero) - rig.now)
            rig.sleep()
            rig.send(.connected)
        }
        #expect(delays == [250, 500, 1000, 2000].map { .milliseconds($0) } && rig.end == nil)
        var lucky = rig
        rig.send(.lost(.closed, wasUsed: false))
        #expect(rig.end == .noCompositor)
        // One that shows something is met at once again.
        lucky.send(.lost(.closed, wasUsed: true))
        #expect(lucky.attempts.count == 6 && lucky.end == nil)
        lucky.send(.connected)
        // Neither does one that had nothing to show for long.
        lucky.now += .seconds(10)
        lucky.send(.lost(.closed, wasUsed: false))
        #expect(lucky.attempts.count == 7)
        lucky.send(.connected)
        lucky.send(.lost(.closed, wasUsed: false))
        #expect((lucky.wake ?? .zero) - lucky.now == .milliseconds(250))
    }

    @Test func aSecondProtocolErrorWithinAMinuteIsFinal() {
        var rig = Rig()
        rig.send(.lost(.protocolError, wasUsed: true))
        rig.send(.connected)
        rig.now += .seconds(59)
        rig.send(.lost(.protocolError, wasUsed: true))
        #expect(rig.end == .protocolErrors && rig.attempts.count == 1)
        var patient = Rig()
        patient.send(.lost(.protocolError, wasUsed: true))
        patient.send(.connected)
        patient.now += .seconds(30)
        patient.send(.lost(.closed, wasUsed: true))
        patient.send(.connected)
        patient.now += .seconds(31)
        patient.send(.lost(.protocolError, wasUsed: true))
        #expect(patient.end == nil && patient.attempts.count == 3)
    }
}
