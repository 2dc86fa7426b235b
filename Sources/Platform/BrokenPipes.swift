import Glibc

/// What becomes of a process that writes where nobody reads any more.
public enum BrokenPipes {
    /// From now on such a write fails, and nothing else; but where the program has a rule of its own for `SIGPIPE`, it stays.
    public static func ignore() {
        var present = sigaction()
        guard sigaction(SIGPIPE, nil, &present) == 0, present.__sigaction_handler.sa_handler == nil else { return }
        signal(SIGPIPE, SIG_IGN)
    }
}
