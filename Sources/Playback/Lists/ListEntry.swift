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
        for name in names { add(decoded(name)) }
        for name in names where name.contains("\\") { add(name.replacing("\\", with: "/")) }
        return names
    }

    /// Decodes the URL escapes of a name; nil if it has none.
    static func decoded(_ name: String) -> String? {
        var bytes: [UInt8] = []
        var isChanged = false
        var left = PathText.bytes(name)[...]
        while let byte = left.popFirst() {
            if byte == UInt8(ascii: "%"), left.count >= 2, let high = digit(left[left.startIndex]),
                let low = digit(left[left.startIndex + 1]), high | low != 0
            {
                bytes.append(high << 4 | low)
                left = left.dropFirst(2)
                isChanged = true
            } else {
                bytes.append(byte)
            }
        }
        return isChanged ? PathText.string(bytes) : nil
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) }
    }
}
