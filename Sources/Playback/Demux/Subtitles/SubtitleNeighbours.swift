package import OrielLibav
import OrielPlatform

/// Subtitle files beside a medium that are named like it: `Film.srt`, `Film.en.srt`.
package enum SubtitleNeighbours {
    /// Marks that may follow a language in a file name.
    private static let marks: Set<String> = ["forced", "sdh", "cc", "hi", "default", "full"]
    private static let limit = 32

    /// Returns the paths of a medium's subtitle files, sorted by name; empty for a medium that is no file.
    package static func paths(of medium: MediaLocation) -> [String] {
        guard case .path(let path) = medium else { return [] }
        let folder = FileName.folder(of: path)
        let name = String(path.split(separator: "/").last ?? "")
        return chosen(of: FolderNames.names(in: folder), for: name).map { folder + "/" + $0 }
    }

    /// Selects the names in a folder that belong to a medium's name.
    package static func chosen(of names: [String], for medium: String) -> [String] {
        let stem = stem(of: medium)
        let found = names.filter { $0.hasPrefix(stem + ".") && $0 != medium && isSubtitles($0) }
        return Array(
            readable(found).sorted { one, other in
                (isUnsure(one) ? 1 : 0, one) < (isUnsure(other) ? 1 : 0, other)
            }.prefix(limit))
    }

    /// Whether a path or address names subtitles instead of a medium.
    package static func isSubtitles(_ address: String) -> Bool {
        let name = address.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return false }
        let kind = name[name.index(after: dot)...].lowercased()
        return SubtitleFormat.extensions.contains(kind) || SubtitleFormat.unsureExtensions.contains(kind)
    }

    /// Removes the `sub` files of VobSub, which are read through their `idx`.
    package static func readable(_ paths: [String]) -> [String] {
        let indexed = Set(paths.filter { $0.lowercased().hasSuffix(".idx") }.map { $0.dropLast(4) })
        return paths.filter { !$0.lowercased().hasSuffix(".sub") || !indexed.contains($0.dropLast(4)) }
    }

    private static func isUnsure(_ name: String) -> Bool {
        SubtitleFormat.unsureExtensions.contains(FileName.fileExtension(of: name))
    }

    /// Language in a file name: `en` for `Film.en.srt` and `Film.en.forced.srt`, `pt-br` for `Film.pt-BR.srt`. Nil if
    /// there is none.
    package static func language(of name: String) -> String? {
        // The film's own name is no language.
        var parts = name.split(separator: ".").dropFirst().dropLast()
        while let last = parts.last, parts.count > 1, marks.contains(last.lowercased()) { parts.removeLast() }
        guard let tag = parts.last, tag.utf8.count <= 16 else { return nil }
        let codes = tag.split(separator: "-", omittingEmptySubsequences: false)
        guard let code = codes.first, (2...3).contains(code.count),
            code.allSatisfy({ $0.isASCII && $0.isLetter }),
            codes.dropFirst().allSatisfy({ (2...8).contains($0.count) && $0.allSatisfy(\.isASCII) })
        else { return nil }
        return tag.lowercased()
    }

    private static func stem(of name: String) -> String {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
        return String(name[..<dot])
    }
}
