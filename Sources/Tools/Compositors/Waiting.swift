import Glibc
import OrielPlatform

/// Waits until a descriptor is readable (`poll`). False if the deadline passes before.
package func waitReadable(_ descriptor: CInt, until deadline: Duration) -> Bool {
    while true {
        let left = max(.zero, deadline - MonotonicClock.now)
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        let status = poll(&entry, 1, CInt(clamping: (left.nanoseconds + 999_999) / 1_000_000))
        if status > 0 { return true }
        if status == 0 || errno != EINTR { return false }
    }
}

/// Checks `condition` every `interval`. False if `limit` passes before it holds.
public func wait(
    _ limit: Duration, every interval: Duration = .milliseconds(5), until condition: () throws -> Bool
) rethrows -> Bool {
    let deadline = MonotonicClock.now + limit
    while try !condition() {
        guard MonotonicClock.now < deadline else { return false }
        sleep(for: interval)
    }
    return true
}

/// Checks every `interval` that `condition` still holds. False as soon as it does not.
/// - Parameters:
///   - time: longer than the thing takes that must not happen; checked once more at its end.
///   - reason: why it watches for that long.
public func stays(
    for time: Duration, because reason: StaticString, every interval: Duration = .milliseconds(5),
    _ condition: () throws -> Bool
) rethrows -> Bool {
    let end = MonotonicClock.now + time
    while MonotonicClock.now < end {
        guard try condition() else { return false }
        sleep(for: min(interval, max(.zero, end - MonotonicClock.now)))
    }
    return try condition()
}

/// Lets a time pass that is part of the test itself: a measured span, a pace, the pause of a random act.
///
/// `wait` is for an event that can be observed, and `stays` for one that must not happen.
/// - Parameter reason: the part that the time has in the test.
public func pause(_ time: Duration, because reason: StaticString) { sleep(for: time) }

/// Suspends the calling thread (`usleep`).
private func sleep(for time: Duration) { usleep(useconds_t(clamping: time.nanoseconds / 1000)) }
