import CLinux
import Glibc
import OrielPlatform

/// A folder in the runtime folder for pictures that other programs read, with mode 0700. It is locked while the process
/// lives (`flock`), so the folder of a killed process is told from another's.
package final class ArtFolder {
    package let path: String
    private let lock: Descriptor

    private static let prefix = "oriel-art-"
    /// Most folders that one sweep removes, and most files in each.
    private static let mostFolders = 32
    private static let mostFiles = 16

    /// Creates the folder (`mkdtemp`); nil if that fails.
    package init?(in runtime: String) {
        var template = Array("\(runtime)/\(Self.prefix)XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { return nil }
        let path = PathText.string(cString: template)
        // A sweep may have taken it for a dead process's before it was locked.
        guard let lock = Self.locked(path) else {
            rmdir(path)
            return nil
        }
        self.path = path
        self.lock = lock
    }

    package func picturePath(_ number: UInt64) -> String { "\(path)/\(number).png" }

    /// Removes the folder, which must be empty.
    package func remove() { rmdir(path) }

    /// Removes folders of processes that no longer run, with their pictures: those of this user that are not locked.
    package static func sweep(_ runtime: String) {
        for name in FolderNames.names(in: runtime).filter({ $0.hasPrefix(prefix) }).prefix(mostFolders) {
            let folder = "\(runtime)/\(name)"
            guard let lock = locked(folder) else { continue }
            for picture in FolderNames.names(in: folder).filter({ $0.hasSuffix(".png") }).prefix(mostFiles) {
                unlinkat(lock.number, picture, 0)
            }
            rmdir(folder)
        }
    }

    /// Locks a folder of this user's; nil if another process has locked it, or it is no such folder.
    private static func locked(_ folder: String) -> Descriptor? {
        let number = oriel_open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC, 0)
        guard number >= 0 else { return nil }
        let descriptor = Descriptor(owning: number)
        var information = stat()
        guard flock(number, LOCK_EX | LOCK_NB) == 0, fstat(number, &information) == 0,
            information.st_uid == geteuid(), information.st_nlink > 0
        else { return nil }
        return descriptor
    }
}
