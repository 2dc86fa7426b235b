import FoundationEssentials
import Glibc
import Logging
import OrielPlatform
import Synchronization

/// The user's state folder `$XDG_STATE_HOME/oriel`, with small JSON files. Files that can't be read count as empty.
/// Damaged files and failed writes are logged once.
package struct StateFolder: Sendable {
    /// Maximum size of a file in bytes.
    private static let limit = 4 << 20

    package let path: String
    private let log = Logger(label: "oriel")

    package init(path: String) { self.path = path }

    /// The user's folder; nil without a home folder.
    static func ofUser() -> StateFolder? {
        if let home = ConfigurationFile.environment("XDG_STATE_HOME"), home.hasPrefix("/") {
            return StateFolder(path: home + "/oriel")
        }
        return ConfigurationFile.environment("HOME").map { StateFolder(path: $0 + "/.local/state/oriel") }
    }

    /// Reads a file's value; nil if there is none or it is damaged.
    package func read<Value: Decodable>(_ type: Value.Type, from name: String) -> Value? {
        let file = open(path + "/" + name, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= Self.limit else {
            return nil
        }
        guard let bytes = contents(of: file, limit: Self.limit) else { return nil }
        do { return try JSONDecoder().decode(type, from: Data(bytes)) } catch {
            complain("\(path)/\(name) is damaged and is ignored")
            return nil
        }
    }

    /// Replaces a file atomically: readers find the old contents or the new ones. False if it fails.
    @discardableResult
    package func write(_ value: some Encodable, to name: String) -> Bool {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(value) else { return false }
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            let draft = "\(path)/.\(name).\(getpid())"
            defer { unlink(draft) }
            guard FileManager.default.createFile(atPath: draft, contents: data, attributes: [.posixPermissions: 0o600]),
                rename(draft, "\(path)/\(name)") == 0
            else { throw CocoaError(.fileWriteUnknown) }
            return true
        } catch {
            complain("\(path)/\(name) can't be written; its changes are lost")
            return false
        }
    }

    /// Reads a file's value, applies a change and writes the value if it differs. Holds the folder's lock meanwhile;
    /// waits for other processes for at most half a second.
    /// - Parameter empty: value used if the file doesn't exist.
    package func update<Value: Codable & Equatable>(_ name: String, empty: Value, _ change: (inout Value) -> Void) {
        let lock = lock()
        defer { if lock >= 0 { close(lock) } }
        var value = read(Value.self, from: name) ?? empty
        let before = value
        change(&value)
        if value != before { write(value, to: name) }
    }

    /// Locks the folder (`flock`) until the descriptor is closed. Negative without a lock: the folder doesn't exist,
    /// its file system supports none, or another process holds it too long. A concurrent change may then be lost.
    private func lock() -> CInt {
        try? FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return -1 }
        let deadline = MonotonicClock.now + Self.patience
        while flock(folder, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR, MonotonicClock.now < deadline else {
                close(folder)
                return -1
            }
            usleep(2000)
        }
        return folder
    }

    /// Maximum wait for other processes' updates, which take a millisecond each.
    private static let patience = Duration.milliseconds(500)

    private func complain(_ line: String) {
        if Self.said.withLock({ $0.insert(line).inserted }) { log.warning("\(line)") }
    }

    private static let said = Mutex<Set<String>>([])
}
