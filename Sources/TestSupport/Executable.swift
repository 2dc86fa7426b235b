import CLinux
import Foundation
import Glibc

/// Programs of this machine and of this build.
public enum Executable {
    /// This process's environment.
    public static var environment: [String: String] { ProcessInfo.processInfo.environment }

    /// The path of a program named by a path or found through `PATH`.
    public static func find(_ program: String) throws(TestSupportError) -> String {
        if program.contains("/") {
            guard access(program, X_OK) == 0 else { throw TestSupportError("\(program) can't be executed") }
            return program
        }
        for folder in (environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":") {
            let path = "\(folder)/\(program)"
            if access(path, X_OK) == 0 { return path }
        }
        throw TestSupportError("\(program) is not installed")
    }

    /// True if `find` would answer a path.
    public static func exists(_ program: String) -> Bool { (try? find(program)) != nil }

    /// Whether tests that need a program are to run. Where it is missing they fail: `scripts/setup` installs it. Where it
    /// can't be had, `ORIEL_MAY_SKIP` in the environment names the programs, divided by commas, whose tests are skipped
    /// instead.
    public static func isExpected(_ program: String) -> Bool { exists(program) || !mayBeMissing.contains(program) }

    private static var mayBeMissing: Set<String> {
        Set((environment["ORIEL_MAY_SKIP"] ?? "").split(separator: ",").map(String.init))
    }

    /// An executable of this package, beside the running test bundle or program.
    public static func built(_ product: String) throws(TestSupportError) -> String {
        // A test bundle is an executable beside the products; `swift test` runs it directly, or loads it from a runner
        // elsewhere, in which case the bundle's path is among the arguments.
        var folders = [
            URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path
        ]
        for argument in CommandLine.arguments where argument.hasSuffix(".xctest") {
            folders.append(URL(fileURLWithPath: argument).deletingLastPathComponent().path)
        }
        for folder in folders {
            let path = "\(folder)/\(product)"
            if access(path, X_OK) == 0 { return path }
        }
        throw TestSupportError("\(product) was not built beside the tests (looked in \(folders))")
    }
}
