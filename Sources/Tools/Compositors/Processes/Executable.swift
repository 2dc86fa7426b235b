import Foundation
import Glibc

/// Programs of this machine and of this build.
public enum Executable {
    /// This process's environment.
    public static var environment: [String: String] { ProcessInfo.processInfo.environment }

    /// Returns the path of a program given by path or found in `PATH`.
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

    /// Whether `find` would return a path.
    public static func exists(_ program: String) -> Bool { (try? find(program)) != nil }

    /// Whether tests that need a program are to run. If it is missing they fail: `scripts/setup` installs it. Tests of
    /// programs named in `ORIEL_MAY_SKIP`, separated by commas, are skipped instead.
    public static func isExpected(_ program: String) -> Bool { exists(program) || !mayBeMissing.contains(program) }

    private static var mayBeMissing: Set<String> {
        Set((environment["ORIEL_MAY_SKIP"] ?? "").split(separator: ",").map(String.init))
    }

    /// Returns the path of an executable of this package, next to the running test bundle or program.
    public static func built(_ product: String) throws(TestSupportError) -> String {
        // A test bundle is an executable next to the products. `swift test` runs it directly, or loads it into a runner
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
