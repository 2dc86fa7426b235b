import Glibc
import OrielPlatform
import SystemPackage

/// A runtime folder for one test, removed with it.
final class TemporaryFolder {
    let path: String

    init() throws {
        var template = Array("/tmp/oriel-test-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { throw PlatformError("mkdtemp", Errno(rawValue: errno)) }
        path = String(cString: made)
    }

    /// Opens the folder in which brokers meet.
    func runtime() throws -> RuntimeDirectory { try RuntimeDirectory(base: path) }

    deinit {
        if let directory = try? RuntimeDirectory(base: path) { for name in directory.names { directory.remove(name) } }
        rmdir(path + "/oriel")
        rmdir(path)
    }
}
