/// A manual clock with a queue of ordered actions.
final class CaseClock {
    private(set) var now = Duration.zero
    private var alarms: [(due: Duration, order: Int, action: () -> Void)] = []
    private var count = 0

    /// Runs the action at a time, never inside this call.
    func at(_ due: Duration, _ action: @escaping () -> Void) {
        count += 1
        alarms.append((max(now, due), count, action))
    }

    func after(_ delay: Duration, _ action: @escaping () -> Void) { at(now + delay, action) }
    func soon(_ action: @escaping () -> Void) { at(now, action) }

    /// Runs all actions due in this time and those they add; stops as soon as the condition holds.
    func advance(by duration: Duration, until condition: () -> Bool = { false }) {
        let end = now + duration
        while !condition() {
            guard let next = alarms.filter({ $0.due <= end }).min(by: { ($0.due, $0.order) < ($1.due, $1.order) })
            else {
                now = end
                return
            }
            alarms.removeAll { $0.order == next.order }
            now = next.due
            next.action()
        }
    }
}
