import CLinux
import Glibc
package import OrielPlatform

extension MonotonicClock {
    /// CPU time used by all threads of this process (`CLOCK_PROCESS_CPUTIME_ID`).
    package static var processCPUTime: Duration {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
