import OrielPlatform
import Synchronization

/// State of the fake compositor that tests can read, and the rules that they set.
final class FakeBoard: Sendable {
    struct Contents {
        var surfaces: [FakeSurface] = []
        var events: [FakeEvent] = []
        var rules = FakeRules()
    }

    private let contents = Mutex(Contents())
    private let changed: Wakeup

    init(_ rules: FakeRules) throws {
        changed = try Wakeup()
        contents.withLock { $0.rules = rules }
    }

    var surfaces: [FakeSurface] { contents.withLock { $0.surfaces } }
    var events: [FakeEvent] { contents.withLock { $0.events } }
    var rules: FakeRules { contents.withLock { $0.rules } }

    func setRules(_ change: (inout FakeRules) -> Void) { contents.withLock { change(&$0.rules) } }

    /// Records an event; called on the compositor's thread.
    func note(_ kind: FakeEvent.Kind, surface: Int, surfaces: [FakeSurface]) {
        let event = FakeEvent(surface: surface, kind: kind, time: MonotonicClock.now)
        contents.withLock {
            $0.events.append(event)
            $0.surfaces = surfaces
        }
        changed.signal()
    }

    /// Waits until `condition` holds. One caller at a time.
    func wait(_ limit: Duration, until condition: ([FakeSurface], [FakeEvent]) -> Bool) -> Bool {
        let deadline = MonotonicClock.now + limit
        while true {
            changed.clear()
            if contents.withLock({ condition($0.surfaces, $0.events) }) { return true }
            guard waitReadable(changed.descriptor, until: deadline) else {
                return contents.withLock { condition($0.surfaces, $0.events) }
            }
        }
    }
}
