import CLinux
import Glibc
package import OrielPlatform

extension MonotonicClock {
    /// CPU time used by all threads of this process (`CLOCK_PROCESS_CPUTIME_ID`).
    package static var processCPUTime: Duration { cpuTime(CLOCK_PROCESS_CPUTIME_ID) }

    /// CPU time used by this thread (`CLOCK_THREAD_CPUTIME_ID`).
    package static var threadCPUTime: Duration { cpuTime(CLOCK_THREAD_CPUTIME_ID) }

    private static func cpuTime(_ clock: clockid_t) -> Duration {
        var time = timespec()
        clock_gettime(clock, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
