/// Parser of playlists: M3U (one address per line) and PLS (`File1=…`).
package enum PlaylistText {
    /// Largest number of entries that is read.
    package static let limit = 10_000

    /// Whether a file name is a playlist's. HLS uses the same extensions: see `isManifest`.
    package static func isPlaylist(_ name: String) -> Bool {
        ["m3u", "m3u8", "pls"].contains(FileName.fileExtension(of: name))
    }

    /// Whether an M3U is an HLS manifest, which is played as one stream.
    package static func isManifest(_ text: String) -> Bool { text.contains("#EXT-X-") }

    /// Returns the entries as they are written, without any check.
    package static func entries(of text: String) -> [String] {
        let lines = text.split(whereSeparator: \.isNewline).lazy.map { Self.trimmed($0) }
        let isPLS = lines.first { !$0.isEmpty }?.lowercased() == "[playlist]"
        return Array(
            lines.compactMap { line -> String? in
                guard isPLS else { return line.isEmpty || line.hasPrefix("#") ? nil : line }
                guard line.lowercased().hasPrefix("file"), let mark = line.firstIndex(of: "="),
                    line[..<mark].dropFirst(4).allSatisfy(\.isNumber)
                else { return nil }
                let address = trimmed(line[line.index(after: mark)...])
                return address.isEmpty ? nil : address
            }.prefix(limit))
    }

    private static func trimmed(_ line: Substring) -> String {
        let blank: (Character) -> Bool = { $0.isWhitespace || $0 == "\u{FEFF}" }
        let start = line.drop(while: blank)
        guard let end = start.lastIndex(where: { !blank($0) }) else { return "" }
        return String(start[...end])
    }
}

/// Functions on paths and file names.
enum FileName {
    /// Extension in lower case; empty if there is none.
    static func fileExtension(of path: String) -> String {
        let name = path.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
        return name[name.index(after: dot)...].lowercased()
    }

    /// Sorts names naturally: 2 before 10, regardless of case.
    static func sorted(_ names: [String]) -> [String] {
        names.map { (name: $0, key: $0.lowercased()) }.sorted {
            comesBefore($0.name, $0.key, $1.name, $1.key)
        }.map(\.name)
    }

    /// Whether one name sorts before another.
    /// - Parameters:
    ///   - leftKey: the first name in lower case.
    ///   - rightKey: the second name in lower case.
    private static func comesBefore(_ one: String, _ leftKey: String, _ other: String, _ rightKey: String) -> Bool {
        var (left, right) = (Substring(leftKey), Substring(rightKey))
        while let first = left.first, let second = right.first {
            if isDigit(first), isDigit(second) {
                let (a, b) = (number(&left), number(&right))
                if a.count != b.count { return a.count < b.count }
                if a != b { return a < b }
            } else {
                if first != second { return first < second }
                left.removeFirst()
                right.removeFirst()
            }
        }
        return left.isEmpty && right.isEmpty ? one < other : left.isEmpty
    }

    private static func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }

    /// Removes the digits at the beginning of a name and returns them without leading zeros.
    private static func number(_ name: inout Substring) -> Substring {
        let digits = name.prefix(while: isDigit)
        name.removeFirst(digits.count)
        return digits.drop { $0 == "0" }
    }

    static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
