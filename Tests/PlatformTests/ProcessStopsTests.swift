import Glibc
import OrielPlatform
import Synchronization
import Testing

@Suite struct ProcessStopsTests {
    /// Host time that a test sets.
    private final class Clock: Sendable {
        let now = Mutex(Duration.seconds(100))

        func pass(_ time: Duration) { now.withLock { $0 += time } }
    }

    private let clock = Clock()
    private let stops: ProcessStops

    init() {
        let clock = clock
        stops = ProcessStops { clock.now.withLock { $0 } }
    }

    @Test func timeWithoutASignOfLifeIsAStop() {
        let beat = stops.beat()
        clock.pass(.milliseconds(900))
        #expect(stops.total == .zero)
        clock.pass(.seconds(4))
        #expect(stops.total == .seconds(4))
        #expect(stops.total == .seconds(4))
        clock.pass(.milliseconds(900))
        #expect(stops.total == .seconds(4))
        _ = beat
    }

    @Test func withoutABeatNoTimeIsAStop() {
        clock.pass(.seconds(4))
        #expect(stops.total == .zero)
        let beat = stops.beat()
        #expect(stops.total == .zero)
        _ = beat
    }

    @Test func aHandlerLearnsOfAStopOnceAndBeforeOtherEvents() throws {
        let loop = try EventLoop(stops: stops)
        let wakeup = try Wakeup()
        var handled: [String] = []
        try loop.watch(wakeup) { handled.append("event") }
        loop.beforeSleep { handled.append("hook") }
        let token = loop.afterStop { handled.append("stop \($0)") }
        let beat = stops.beat()
        wakeup.signal()
        clock.pass(.seconds(3))
        loop.turn(limit: .zero)
        #expect(handled == ["stop 3.0 seconds", "hook", "event"])
        loop.turn(limit: .zero)
        loop.remove(token)
        clock.pass(.seconds(3))
        loop.turn(limit: .zero)
        #expect(handled == ["stop 3.0 seconds", "hook", "event", "hook", "hook"])
        _ = beat
    }

    /// A thread shows that the process runs while its main thread is busy for longer than a stop.
    @Test func aBusyThreadIsNoStop() {
        let stops = ProcessStops()
        let beat = stops.beat()
        var nothing: [pollfd] = []
        poll(&nothing, 0, 1500)
        #expect(stops.total == .zero)
        _ = beat
    }
}
