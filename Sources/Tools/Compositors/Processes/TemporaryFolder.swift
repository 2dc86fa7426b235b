import CLinux
import Foundation
import Glibc
import OrielPlatform
import Synchronization
import SystemPackage

/// A folder that is removed with this object or at the process's exit. After a crash, the next process that creates one
/// removes it (each process holds a lock on a file in its folders).
public final class TemporaryFolder: Sendable {
    public let path: String
    private let lock: Descriptor

    private static let prefix = "oriel-test."
    private static let live = Mutex<Set<String>>([])
    private static let prepared: Void = {
        sweep()
        atexit { TemporaryFolder.removeAll() }
        return ()
    }()

    /// Creates the folder (`mkdtemp`). Others may search it, so that a child of another user reaches its own subfolder.
    public init() throws {
        Self.prepared
        var template = Array("\(Self.root)/\(Self.prefix)XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw PlatformError("mkdtemp", Errno(rawValue: errno), subject: Self.root)
        }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        chmod(path, 0o711)
        // Locked before it gets the name that a sweep looks for.
        let fresh = "\(path)/.lock.new"
        lock = try Descriptor(checking: oriel_open(fresh, O_RDWR | O_CREAT | O_CLOEXEC, 0o600), "open")
        flock(lock.number, LOCK_EX)
        rename(fresh, "\(path)/.lock")
        _ = Self.live.withLock { $0.insert(path) }
    }

    deinit { remove() }

    /// Removes the folder with its contents.
    public func remove() {
        guard Self.live.withLock({ $0.remove(path) }) != nil else { return }
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Returns a subfolder with an owner and mode 0700; creates it if it is missing.
    public func subfolder(_ name: String, owner: ChildProcess.User? = nil) throws -> String {
        let folder = "\(path)/\(name)"
        guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
            throw PlatformError("mkdir", Errno(rawValue: errno), subject: folder)
        }
        if let owner, chown(folder, owner.uid, owner.gid) != 0 {
            throw PlatformError("chown", Errno(rawValue: errno), subject: folder)
        }
        return folder
    }

    private static var root: String {
        let folder = Executable.environment["TMPDIR"] ?? "/tmp"
        // A socket's path can have 107 bytes, and PulseAudio splits addresses at spaces.
        return folder.utf8.count > 40 || folder.contains(" ") ? "/tmp" : folder
    }

    private static func removeAll() {
        for path in live.withLock({ $0 }) { try? FileManager.default.removeItem(atPath: path) }
    }

    /// Removes folders of dead processes: those with a free lock.
    private static func sweep() {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: root) else { return }
        for name in names where name.hasPrefix(prefix) {
            let folder = "\(root)/\(name)"
            let number = oriel_open("\(folder)/.lock", O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0)
            guard number >= 0 else { continue }
            defer { close(number) }
            var information = stat()
            guard fstat(number, &information) == 0, information.st_uid == getuid(),
                flock(number, LOCK_EX | LOCK_NB) == 0
            else { continue }
            try? FileManager.default.removeItem(atPath: folder)
        }
    }
}
