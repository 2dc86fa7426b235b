import Foundation
import Glibc
public import OrielCompositors
import Synchronization

extension Executable {
    /// Whether what depends on the machine's speed is held to its bounds: only `scripts/prove` does, on a machine that
    /// does nothing else.
    public static var isProving: Bool { environment["ORIEL_PROVE"] == "1" }

    /// Puts a program of the build, or a file beside it, where every user can run it. It is copied once in this
    /// process, and linked from there: a copy of each for each test would be gigabytes.
    /// - Parameter path: path in a `TemporaryFolder`.
    public static func place(_ file: String, at path: String) throws {
        try copies.withLock { copies in
            let folder = try copies.folder ?? TemporaryFolder()
            copies.folder = folder
            let copy = copies.paths[file] ?? "\(folder.path)/\(copies.paths.count)"
            if copies.paths[file] == nil {
                try FileManager.default.copyItem(atPath: file, toPath: copy)
                chmod(copy, 0o755)
                copies.paths[file] = copy
            }
            try FileManager.default.linkItem(atPath: copy, toPath: path)
        }
    }

    /// Copies of programs made so far, by the files' paths.
    private static let copies = Mutex<(folder: TemporaryFolder?, paths: [String: String])>((nil, [:]))
}
