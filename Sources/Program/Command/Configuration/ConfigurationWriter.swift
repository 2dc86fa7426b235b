import FoundationEssentials
import Glibc

/// Changes one value of a configuration file. Readers find the former file or the new one; a file that isn't the user's
/// own plain file, or that changes meanwhile, is left as it is.
package enum ConfigurationWriter {
    /// - Parameters:
    ///   - limit: maximum size in bytes.
    ///   - path: the file's absolute path. A missing file is made, with its folder, for the user alone.
    ///   - meanwhile: called before the check that the file is unchanged; for tests.
    /// - Throws: `ConfigurationEdit.Refusal` with the file's name.
    package static func change(
        _ edit: ConfigurationEdit, in path: String, limit: Int, meanwhile: () -> Void = {}
    ) throws(ConfigurationEdit.Refusal) {
        do throws(ConfigurationEdit.Refusal) {
            let before = try Contents(path, limit: limit)
            let text = try edit.applied(to: before.text)
            guard text != before.text else { return }
            guard text.utf8.count <= limit else { throw .init("would become larger than \(limit) bytes") }
            try replace(before, with: text, in: path, limit, meanwhile)
        } catch { throw ConfigurationEdit.Refusal("\(path): \(error); nothing was changed") }
    }

    private static func replace(
        _ before: Contents, with text: String, in path: String, _ limit: Int, _ meanwhile: () -> Void
    ) throws(ConfigurationEdit.Refusal) {
        let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        if before.mode == nil {
            try? FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        }
        let draft = "\(folder)/.config.toml.\(getpid())"
        let attributes = [FileAttributeKey.posixPermissions: Int(before.mode ?? 0o600)]
        defer { unlink(draft) }
        guard FileManager.default.createFile(atPath: draft, contents: Data(text.utf8), attributes: attributes) else {
            throw .init("its folder can't be written")
        }
        let file = open(draft, O_RDONLY | O_CLOEXEC)
        defer { if file >= 0 { close(file) } }
        guard file >= 0, fsync(file) == 0 else { throw refusal("can't be written") }
        meanwhile()
        guard try Contents(path, limit: limit) == before else { throw .init("has changed meanwhile") }
        // A file that appears at this moment is not replaced.
        guard (before.mode == nil ? link(draft, path) : rename(draft, path)) == 0 else {
            throw refusal("can't be replaced")
        }
    }

    private static func refusal(_ what: String) -> ConfigurationEdit.Refusal {
        ConfigurationEdit.Refusal("\(what) (\(String(cString: strerror(errno))))")
    }

    /// A file as it was read; without a mode if there is none.
    private struct Contents: Equatable {
        let text: String
        let mode: mode_t?
        /// Device, inode, size and time of the last change.
        private(set) var identity: [Int] = []

        init(_ path: String, limit: Int) throws(ConfigurationEdit.Refusal) {
            let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
            guard file >= 0 else {
                if errno == ELOOP { throw .init("is a symbolic link") }
                guard errno == ENOENT else { throw refusal("can't be read") }
                (text, mode) = ("", nil)
                return
            }
            defer { close(file) }
            var status = stat()
            guard fstat(file, &status) == 0 else { throw refusal("can't be read") }
            guard status.st_mode & S_IFMT == S_IFREG else { throw .init("is not a file") }
            guard status.st_mode & 0o222 != 0, faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0 else {
                throw .init("is read-only")
            }
            guard let bytes = contents(of: file, limit: limit + 1) else { throw refusal("can't be read") }
            guard bytes.count <= limit else { throw .init("is larger than \(limit) bytes") }
            guard let text = String(validating: bytes, as: UTF8.self) else { throw .init("is not UTF-8") }
            (self.text, mode) = (text, status.st_mode & 0o7777)
            let time = status.st_mtim
            identity = [Int(status.st_dev), Int(status.st_ino), Int(status.st_size), time.tv_sec, time.tv_nsec]
        }
    }
}
