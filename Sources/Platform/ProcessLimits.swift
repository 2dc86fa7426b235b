import CLinux
import Glibc

/// What the system allows this process.
public enum ProcessLimits {
    /// How many descriptors may be open (`RLIMIT_NOFILE`, the soft limit).
    public static var openFiles: Int {
        var limit = rlimit()
        return getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
            ? Int(clamping: limit.rlim_cur) : 1024
    }
}
