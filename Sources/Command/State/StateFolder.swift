import Foundation
import Glibc
import Logging
import OrielPlatform
import Synchronization

/// What the program remembers from one run to the next: small JSON files in `$XDG_STATE_HOME/oriel`. What can't be read counts as
/// nothing remembered; what is damaged, or can't be written, is said once.
package struct StateFolder {
    /// A file that is larger isn't one of ours.
    private static let limit = 4 << 20

    package let path: String
    private let log = Logger(label: "oriel")

    package init(path: String) { self.path = path }

    /// The user's; nil where there is no home.
    static func ofUser() -> StateFolder? {
        if let home = ConfigurationFile.environment("XDG_STATE_HOME"), home.hasPrefix("/") {
            return StateFolder(path: home + "/oriel")
        }
        return ConfigurationFile.environment("HOME").map { StateFolder(path: $0 + "/.local/state/oriel") }
    }

    /// A file's value; nil where there is none, or it is damaged.
    package func read<Value: Decodable>(_ type: Value.Type, from name: String) -> Value? {
        let file = open(path + "/" + name, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= Self.limit else {
            return nil
        }
        let handle = FileHandle(fileDescriptor: file, closeOnDealloc: false)
        guard let data = try? handle.read(upToCount: Self.limit) else { return nil }
        do { return try JSONDecoder().decode(type, from: data) } catch {
            complain("\(path)/\(name) is damaged; it counts as empty")
            return nil
        }
    }

    /// Replaces a file as a whole: whoever reads finds the old one or the new one. False where that can't be.
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
            complain("\(path)/\(name) can't be written; what it would say is forgotten")
            return false
        }
    }

    /// Reads a file's value anew, since others may have changed it, changes it and writes it where that made a difference.
    /// Other processes that update the folder's files wait meanwhile, and this one for them, for half a second at most.
    /// - Parameter empty: the value of a file that isn't there.
    package func update<Value: Codable & Equatable>(_ name: String, empty: Value, _ change: (inout Value) -> Void) {
        let lock = lock()
        defer { if lock >= 0 { close(lock) } }
        var value = read(Value.self, from: name) ?? empty
        let before = value
        change(&value)
        if value != before { write(value, to: name) }
    }

    /// Locks the folder (`flock`) until the descriptor is closed. Negative without a lock: there is no folder, its file system
    /// has none, or another process holds it for too long; then a change may be lost, as without it.
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

    /// The longest wait for other processes' updates, which take a millisecond each.
    private static let patience = Duration.milliseconds(500)

    private func complain(_ line: String) {
        if Self.said.withLock({ $0.insert(line).inserted }) { log.warning("\(line)") }
    }

    private static let said = Mutex<Set<String>>([])
}
