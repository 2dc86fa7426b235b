import Glibc

/// Schedules the calling thread before ordinary ones (`sched_setscheduler`), or at least raises its priority
/// (`setpriority`). Only root may; otherwise it does nothing.
package func raisePriority() {
    var parameters = sched_param()
    parameters.sched_priority = 1
    if sched_setscheduler(0, SCHED_RR, &parameters) != 0 {
        setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, -15)
    }
}
