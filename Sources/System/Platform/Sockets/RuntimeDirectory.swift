import CLinux
import Glibc
import SystemPackage

/// The folder `$XDG_RUNTIME_DIR/oriel`: owned by this user, mode 0700, never reached through a symbolic link. It is
/// kept open, so that all operations act on the folder that was checked. Any thread.
public final class RuntimeDirectory: Sendable {
    private let descriptor: Descriptor
    /// The folder's path when it was opened.
    public let path: String

    /// Opens the folder, and creates it if it is missing.
    /// - Parameter base: value of `XDG_RUNTIME_DIR`; by default this process's.
    /// - Throws: the reason why the folder can't be used.
    public init(base: String? = RuntimeDirectory.environmentBase) throws(RuntimeDirectoryError) {
        guard let base, !base.isEmpty else { throw RuntimeDirectoryError(.unset, path: "XDG_RUNTIME_DIR") }
        guard base.hasPrefix("/") else { throw RuntimeDirectoryError(.relative, path: base) }
        var status = stat()
        guard stat(base, &status) == 0 else {
            throw RuntimeDirectoryError(errno == ENOENT ? .missing : .failed(Errno(rawValue: errno)), path: base)
        }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw RuntimeDirectoryError(.notFolder, path: base) }
        guard status.st_uid == geteuid() else { throw RuntimeDirectoryError(.wrongOwner, path: base) }

        let path = base + (base.hasSuffix("/") ? "oriel" : "/oriel")
        if mkdir(path, 0o700) != 0, errno != EEXIST {
            throw RuntimeDirectoryError(Errno(rawValue: errno), path: base)
        }
        let number = oriel_open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC, 0)
        guard number >= 0 else {
            let code = Errno(rawValue: errno)
            throw code == .tooManySymbolicLinkLevels || code == .notDirectory
                ? RuntimeDirectoryError(.notFolder, path: path) : RuntimeDirectoryError(code, path: path)
        }
        descriptor = Descriptor(owning: number)
        self.path = path
        guard fstat(number, &status) == 0, status.st_uid == geteuid() else {
            throw RuntimeDirectoryError(.wrongOwner, path: path)
        }
        if status.st_mode & 0o077 != 0, fchmod(number, 0o700) != 0 {
            throw RuntimeDirectoryError(.tooOpen, path: path)
        }
    }

    /// Whether `path` still leads to the open folder; false after it was removed, moved or recreated (`stat`). True if
    /// that can't be determined.
    public var isCurrent: Bool {
        var (now, then) = (stat(), stat())
        guard stat(path, &now) == 0 else { return errno != ENOENT && errno != ENOTDIR }
        guard fstat(descriptor.number, &then) == 0 else { return true }
        return now.st_ino == then.st_ino && now.st_dev == then.st_dev
    }

    /// Opens the folder at the same path again, and creates it if it is missing.
    public func reopened() throws(RuntimeDirectoryError) -> RuntimeDirectory {
        try RuntimeDirectory(base: String(path.dropLast("/oriel".count)))
    }

    /// `XDG_RUNTIME_DIR` of this process; nil if unset.
    public static var environmentBase: String? { getenv("XDG_RUNTIME_DIR").map { String(cString: $0) } }

    // MARK: Entries

    /// Returns an entry's path for socket calls, which limit its length to 107 bytes. Uses `/proc/self/fd` if the
    /// folder's own path is too long.
    public func path(of name: String) -> String {
        let plain = path + "/" + name
        return plain.utf8.count < 108 ? plain : "/proc/self/fd/\(descriptor.number)/\(name)"
    }

    /// Names of all entries, unordered (`readdir`).
    public var names: [String] {
        let copy = oriel_fcntl(descriptor.number, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { return [] }
        guard let stream = fdopendir(copy) else {
            close(copy)
            return []
        }
        rewinddir(stream)
        return FolderNames.names(in: stream)
    }

    /// Inode number of the entry, of whatever kind; nil if there is none (`fstatat`, doesn't follow links).
    public func file(_ name: String) -> UInt64? {
        var status = stat()
        return fstatat(descriptor.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0 ? UInt64(status.st_ino) : nil
    }

    /// Whether the entry is a socket owned by this user. Doesn't follow links.
    public func isSocket(_ name: String) -> Bool {
        var status = stat()
        return fstatat(descriptor.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0
            && status.st_mode & S_IFMT == S_IFSOCK && status.st_uid == geteuid()
    }

    /// Creates an empty file with mode 0600 (`openat`, `O_EXCL`).
    /// - Throws: `PlatformError`; `EEXIST` if the name is taken.
    public func create(_ name: String) throws(PlatformError) {
        let number = oriel_open_at(descriptor.number, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard number >= 0 else { throw PlatformError("openat", Errno(rawValue: errno), subject: name) }
        close(number)
    }

    /// Creates a hard link to an entry (`linkat`).
    /// - Throws: `PlatformError`; `EEXIST` if the new name is taken.
    public func link(_ name: String, as other: String) throws(PlatformError) {
        guard linkat(descriptor.number, name, descriptor.number, other, 0) == 0 else {
            throw PlatformError("linkat", Errno(rawValue: errno), subject: other)
        }
    }

    /// Renames an entry and replaces one that has the new name (`renameat`).
    public func rename(_ name: String, to other: String) throws(PlatformError) {
        guard renameat(descriptor.number, name, descriptor.number, other) == 0 else {
            throw PlatformError("renameat", Errno(rawValue: errno), subject: other)
        }
    }

    /// Removes an entry if it exists (`unlinkat`).
    public func remove(_ name: String) { unlinkat(descriptor.number, name, 0) }
}
