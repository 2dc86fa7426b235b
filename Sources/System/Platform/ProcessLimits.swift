import CLinux
import Glibc

/// Resource limits of this process.
public enum ProcessLimits {
    /// Maximum number of open descriptors (`RLIMIT_NOFILE`, the soft limit).
    public static var openFiles: Int {
        var limit = rlimit()
        return getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
            ? Int(clamping: limit.rlim_cur) : 1024
    }
}
