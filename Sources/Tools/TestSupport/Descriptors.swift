import Glibc

/// The process's allowance of file descriptors.
public enum Descriptors {
    /// Runs a body while no descriptor can be opened (`RLIMIT_NOFILE`), as where an app has used all of them. For a
    /// test in a process of its own, which no other thread disturbs.
    public static func forbidden<R>(_ body: () throws -> R) rethrows -> R {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        getrlimit(resource, &limit)
        var none = limit
        none.rlim_cur = 3
        setrlimit(resource, &none)
        defer { setrlimit(resource, &limit) }
        return try body()
    }
}
