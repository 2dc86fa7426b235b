import Glibc

/// Files of subtitles that lie beside a medium and are named like it: `Film.srt`, `Film.en.srt`.
package enum SubtitleNeighbours {
    /// VobSub's pictures come with their index.
    private static let extensions = ["ass", "ssa", "srt", "vtt", "idx", "sup"]
    private static let limit = 32

    /// Their paths, by name. A medium that is no file has none.
    package static func paths(of medium: MediaLocation) -> [String] {
        guard case .path(let path) = medium, let folder = opendir(folderName(of: path)) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            names.append(name)
        }
        return chosen(of: names, for: String(path.split(separator: "/").last ?? "")).map {
            folderName(of: path) + "/" + $0
        }
    }

    /// Those of a folder's names that belong to a medium of a name.
    package static func chosen(of names: [String], for medium: String) -> [String] {
        let stem = stem(of: medium)
        return Array(
            names.filter { name in
                guard name.hasPrefix(stem + "."), name != medium, let dot = name.lastIndex(of: ".") else {
                    return false
                }
                return extensions.contains(name[name.index(after: dot)...].lowercased())
            }.sorted().prefix(limit))
    }

    /// Whether a path or an address names subtitles rather than something to watch.
    package static func isSubtitles(_ address: String) -> Bool {
        let name = address.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return false }
        let kind = name[name.index(after: dot)...].lowercased()
        return extensions.contains(kind) || kind == "sub"
    }

    /// Those of some paths that are read: VobSub's pictures come with their index.
    package static func readable(_ paths: [String]) -> [String] {
        let indexed = Set(paths.filter { $0.lowercased().hasSuffix(".idx") }.map { $0.dropLast(4) })
        return paths.filter { !$0.lowercased().hasSuffix(".sub") || !indexed.contains($0.dropLast(4)) }
    }

    /// The language that a file's name tells: `en` of `Film.en.srt`.
    package static func language(of name: String) -> String? {
        let parts = name.split(separator: ".")
        guard parts.count >= 3 else { return nil }
        let code = parts[parts.count - 2]
        return (2...3).contains(code.count) && code.allSatisfy { $0.isASCII && $0.isLetter } ? code.lowercased() : nil
    }

    private static func stem(of name: String) -> String {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
        return String(name[..<dot])
    }

    private static func folderName(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
