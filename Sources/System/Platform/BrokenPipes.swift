import Glibc

/// Handling of writes to pipes and sockets without a reader (`SIGPIPE`).
public enum BrokenPipes {
    /// Makes such writes fail with `EPIPE` instead of ending the process. A `SIGPIPE` handler that the program has
    /// installed stays.
    public static func ignore() {
        var present = sigaction()
        guard sigaction(SIGPIPE, nil, &present) == 0, present.__sigaction_handler.sa_handler == nil else { return }
        signal(SIGPIPE, SIG_IGN)
    }
}
