import FoundationEssentials
import OrielTexts

/// A folder that a command fills, and that has nothing before.
package struct NewFolder {
    private let path: String

    package init(_ path: String) { self.path = path }

    /// Makes the folder and its files. If it fails, what was written stays.
    package func write(_ files: [AppPackage.File]) throws(AppPackage.Refusal) {
        let manager = FileManager.default
        var isFolder = false
        if manager.fileExists(atPath: path, isDirectory: &isFolder) {
            guard isFolder, (try? manager.contentsOfDirectory(atPath: path))?.isEmpty == true else {
                throw .init(description: localized("\(path) exists already"))
            }
        }
        for file in files {
            let place = "\(path)/\(file.path)"
            let folder = place.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
            do {
                try manager.createDirectory(atPath: folder, withIntermediateDirectories: true)
                try Data(file.text.utf8).write(to: URL(filePath: place))
                if file.isProgram { try manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: place) }
            } catch { throw .init(description: localized("\(place) can't be written")) }
        }
    }
}
