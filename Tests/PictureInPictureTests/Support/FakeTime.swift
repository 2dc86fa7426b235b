/// A manual clock with a queue of actions due at its current time.
final class FakeTime {
    private(set) var now = Duration.zero
    private var alarms: [(due: Duration, order: Int, action: () -> Void)] = []
    private var count = 0

    /// Runs the action after a delay; never inside this call.
    func after(_ delay: Duration, _ action: @escaping () -> Void) {
        count += 1
        alarms.append((now + delay, count, action))
    }

    func soon(_ action: @escaping () -> Void) { after(.zero, action) }

    /// Runs all actions that are due now, including those they add.
    func settle() { advance(by: .zero) }

    /// Runs the next action that is due now; nothing if there is none.
    func step() {
        guard let next = alarms.filter({ $0.due <= now }).min(by: { $0.order < $1.order }) else { return }
        alarms.removeAll { $0.order == next.order }
        next.action()
    }

    func advance(by duration: Duration) {
        let end = now + duration
        while let next = alarms.filter({ $0.due <= end }).min(by: { ($0.due, $0.order) < ($1.due, $1.order) }) {
            alarms.removeAll { $0.order == next.order }
            now = max(now, next.due)
            next.action()
        }
        now = end
    }
}
