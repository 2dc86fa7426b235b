import Glibc
import OrielLibav
import OrielPlatform

/// Media in another program's address list (`text/uri-list`, RFC 2483): files dragged onto a window or chosen in a
/// dialogue. Only files and network addresses are accepted, since the list may hold anything.
package struct AddressList: Hashable, Sendable {
    /// Largest number of addresses that is read.
    package static let limit = 10_000
    private static let byteLimit = 8192
    private static let schemes: Set<String> = [
        "http", "https", "rtsp", "rtsps", "rtmp", "rtmps", "rtp", "udp", "srt", "mms", "mmsh", "ftp", "sftp",
    ]

    /// Paths and addresses, in order.
    package private(set) var media: [String] = []
    /// Number of lines that name nothing playable.
    package private(set) var refused = 0

    /// Parses a list.
    package init(_ text: String) { self.init(text, quotes: [], Self.medium) }

    /// Parses text from the clipboard: a web address, a file's address or its absolute path a line, also in quotes.
    /// Other schemes are refused, since a web page can have filled the clipboard.
    package init(pasted text: String) { self.init(text, quotes: ["\"", "'"], Self.pastedMedium) }

    private init(_ text: String, quotes: [String], _ medium: (Substring) -> String?) {
        for line in text.split(whereSeparator: \.isNewline) {
            guard !line.hasPrefix("#") else { continue }
            var address = line.trimming { $0 == " " || $0 == "\t" || $0 == "\0" }
            for quote in quotes where address.count > 2 && address.hasPrefix(quote) && address.hasSuffix(quote) {
                address = address.dropFirst().dropLast()
            }
            guard !address.isEmpty else { continue }
            if media.count < Self.limit, let medium = medium(address) {
                media.append(medium)
            } else {
                refused += 1
            }
        }
    }

    private static func pastedMedium(_ address: Substring) -> String? {
        if address.hasPrefix("/") {
            let isPlain = address.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
            return isPlain && address.utf8.count <= byteLimit ? String(address) : nil
        }
        let scheme = address.prefix { $0 != ":" }.lowercased()
        return ["http", "https", "file"].contains(scheme) ? medium(address) : nil
    }

    private static func medium(_ address: Substring) -> String? {
        guard address.utf8.count <= byteLimit, let colon = address.firstIndex(of: ":") else { return nil }
        let scheme = address[..<colon].lowercased()
        if scheme == "file" { return path(address[address.index(after: colon)...]) }
        let isPlain = address.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F }
        return schemes.contains(scheme) && isPlain ? String(address) : nil
    }

    /// Path of a file address on this machine: `///path`, `//host/path` with its own name, or `/path`. Nil for any
    /// other.
    private static func path(_ rest: Substring) -> String? {
        guard let path = MediaLocation.localPath(rest) else { return nil }
        let bytes = PathText.bytes(ofEncoded: PathText.bytes(String(path)))
        return bytes.flatMap { $0.contains(0) ? nil : PathText.string($0) }
    }
}

extension Substring {
    fileprivate func trimming(_ isBlank: (Character) -> Bool) -> Substring {
        var text = self
        while let first = text.first, isBlank(first) { text.removeFirst() }
        while let last = text.last, isBlank(last) { text.removeLast() }
        return text
    }
}
