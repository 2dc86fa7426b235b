import Glibc

/// Scheduling priority of a child.
public enum Priority: Sendable {
    /// Before ordinary processes, without effect on its own children (`chrt --reset-on-fork --rr`), if permitted;
    /// otherwise the same as this process.
    case ahead
    /// The same as this process.
    case ordinary
    /// Lower than ordinary processes by this many steps (`nice`).
    case behind(Int)

    /// True if this process may raise the priority of children, as root may.
    public static let mayHurry: Bool = {
        guard getuid() == 0, let probe = try? ChildProcess("chrt", ["--rr", "1", "true"]) else { return false }
        return probe.wait(.seconds(5)) == .code(0)
    }()

    /// Command prefix that starts a program with this priority.
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
