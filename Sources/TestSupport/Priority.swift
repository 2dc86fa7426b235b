import Glibc

/// How a child is scheduled beside others.
public enum Priority: Sendable {
    /// Ahead of ordinary processes, though its own children are not (`chrt --reset-on-fork --rr`), where this process may
    /// do that; else as this process.
    case ahead
    /// As this process.
    case ordinary
    /// Behind ordinary processes by this many steps (`nice`).
    case behind(Int)

    /// True if the kernel lets this process run children ahead of others, as it does for root.
    public static let mayHurry: Bool = {
        guard getuid() == 0, let probe = try? ChildProcess("chrt", ["--rr", "1", "true"]) else { return false }
        return probe.wait(.seconds(5)) == .code(0)
    }()

    /// The command that starts another with this priority.
    var prefix: [String] {
        get throws(TestSupportError) {
            switch self {
            case .ahead: Self.mayHurry ? [try Executable.find("chrt"), "--reset-on-fork", "--rr", "1"] : []
            case .ordinary: []
            case .behind(let steps): [try Executable.find("nice"), "-n", "\(steps)"]
            }
        }
    }
}
