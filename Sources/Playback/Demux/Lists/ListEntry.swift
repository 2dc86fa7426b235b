import OrielPlatform

/// File names that a playlist entry may stand for. Programs write names literally, in the list's charset, with URL
/// escapes, or with Windows' separators. Value code.
enum ListEntry {
    /// Returns the possible names, the literal one first, without duplicates.
    /// - Parameter encoding: the list's encoding.
    static func names(_ entry: String, _ encoding: TextEncoding) -> [String] {
        var names = [entry]
        func add(_ name: String?) {
            if let name, !name.isEmpty, !names.contains(name) { names.append(name) }
        }
        let bytes = PathText.bytes(entry)
        if bytes.contains(where: { $0 >= 0x80 }), encoding != .binary {
            add(PathText.string(encoding.utf8(bytes)))
        }
        for name in names { add(PathText.percentDecoded(name)) }
        for name in names where name.contains("\\") { add(name.replacing("\\", with: "/")) }
        return names
    }
}
