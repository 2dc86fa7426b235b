import CLinux
import Glibc
import OrielPlatform

/// Waits until a descriptor is readable (`poll`). False if the deadline passes before.
func waitReadable(_ descriptor: CInt, until deadline: Duration) -> Bool {
    while true {
        let left = max(.zero, deadline - MonotonicClock.now)
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        let status = poll(&entry, 1, CInt(clamping: (left.nanoseconds + 999_999) / 1_000_000))
        if status > 0 { return true }
        if status == 0 || errno != EINTR { return false }
    }
}

/// Checks `condition` every few milliseconds. False if `limit` passes before it holds.
public func wait(_ limit: Duration, until condition: () throws -> Bool) rethrows -> Bool {
    let deadline = MonotonicClock.now + limit
    while try !condition() {
        guard MonotonicClock.now < deadline else { return false }
        usleep(5000)
    }
    return true
}

/// Schedules the calling thread before ordinary ones (`sched_setscheduler`), or at least raises its priority
/// (`setpriority`). Only root may; otherwise it does nothing.
func raisePriority() {
    var parameters = sched_param()
    parameters.sched_priority = 1
    if sched_setscheduler(0, SCHED_RR, &parameters) != 0 {
        setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, -15)
    }
}
