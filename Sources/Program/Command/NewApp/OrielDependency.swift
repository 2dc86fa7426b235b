import FoundationEssentials
import OrielTexts

/// The place of Oriel's package, by which a new app names it.
package enum OrielDependency: Equatable {
    /// A folder, as the app's manifest names it.
    case folder(String)
    /// A repository.
    case address(String)

    /// - Parameters:
    ///   - text: an address, or a folder, relative to `current`; nil for the folder `oriel` beside the app's.
    ///   - app: the app's folder, relative to `current`.
    /// - Throws: if there is no package in the folder.
    package init(_ text: String?, app: String, current: String) throws(AppPackage.Refusal) {
        if let text, text.contains("://") || text.hasPrefix("git@") {
            self = .address(text)
            return
        }
        let base = URL(filePath: current, directoryHint: .isDirectory)
        func absolute(_ path: String) -> String {
            URL(filePath: path, directoryHint: .isDirectory, relativeTo: base).standardized.path
        }
        let own = absolute(app)
        let folder = absolute(text ?? own + "/../oriel")
        guard FileManager.default.fileExists(atPath: folder + "/Sources/Library/Oriel") else {
            throw .init(
                description: localized(
                    "there is no package of Oriel in \(folder); name its folder or address with --oriel"))
        }
        self = .folder(text?.hasPrefix("/") == true ? folder : Self.way(from: own, to: folder))
    }

    /// The relative path between two absolute ones.
    static func way(from base: String, to folder: String) -> String {
        var (from, to) = (base.split(separator: "/")[...], folder.split(separator: "/")[...])
        while let first = from.first, first == to.first { (from, to) = (from.dropFirst(), to.dropFirst()) }
        return (from.map { _ in ".." } + to.map(String.init)).joined(separator: "/")
    }

    /// The line of a manifest.
    package var line: String {
        switch self {
        case .folder(let path): ".package(name: \"oriel\", path: \(path.debugDescription), traits: [])"
        case .address(let address):
            ".package(url: \(address.debugDescription), .upToNextMinor(from: \"\(Release.version)\"), traits: [])"
        }
    }

    /// For people.
    var place: String {
        switch self {
        case .folder(let text), .address(let text): text
        }
    }
}
