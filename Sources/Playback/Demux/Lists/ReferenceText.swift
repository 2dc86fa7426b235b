import Glibc

/// Text that makes libavformat open other addresses: a playlist (HLS), a manifest (DASH) or a script. Value code.
package struct ReferenceText {
    package enum Kind: String, Sendable { case playlist, manifest, script }

    /// Result of looking at the beginning of a stream.
    package enum Guess: Hashable, Sendable {
        /// More bytes are needed.
        case unknown
        /// The stream is something else.
        case other
        case text(Kind)
    }

    package let kind: Kind
    /// Entries: segments, lines that name addresses, and representations.
    package private(set) var entries = 0
    /// Playlists that a playlist names.
    package private(set) var lists = 0
    /// Representations of a manifest.
    package private(set) var representations = 0
    /// Length of the longest encryption key's line, in bytes. libavformat keeps a copy for each segment.
    private var longestKey = 0
    private let bytes: [UInt8]

    /// Largest part of a stream in which a manifest has to show itself. libavformat probes no more.
    private static let sample = 1 << 20

    /// Guesses what a stream is, as libavformat does.
    /// - Parameter isMedium: whether it may be a manifest, which only a medium itself is.
    package static func guess(_ bytes: [UInt8], isMedium: Bool) -> Guess {
        for (mark, kind) in [("#EXTM3U", Kind.playlist), ("ffconcat version", .script)] {
            if bytes.starts(with: mark.utf8) { return .text(kind) }
            if mark.utf8.starts(with: bytes) { return .unknown }
        }
        guard isMedium else { return .other }
        let blank: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF]
        guard let first = bytes.first(where: { !blank.contains($0) }) else {
            return bytes.count < 4096 ? .unknown : .other
        }
        guard first == UInt8(ascii: "<") else { return .other }
        if isManifest(bytes) { return .text(.manifest) }
        return bytes.count < sample ? .unknown : .other
    }

    /// Whether there is a tag `<MPD`, in any case.
    private static func isManifest(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { bytes in
            guard var left = bytes.baseAddress else { return false }
            let end = left + bytes.count
            while let open = memchr(left, 0x3C, end - left).map({ UnsafeRawPointer($0) }), end - open >= 4 {
                let name = UnsafeRawBufferPointer(start: open + 1, count: 3)
                if name.elementsEqual("mpd".utf8, by: { lower($0) == $1 }) { return true }
                left = open + 1
            }
            return false
        }
    }

    private static func lower(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

    /// Counts what a text names.
    package init(_ bytes: [UInt8], _ kind: Kind) {
        self.kind = kind
        self.bytes = bytes
        if kind == .manifest { countElements() } else { countLines() }
    }

    private mutating func countLines() {
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
            defer { start = end + 1 }
            let line = bytes[start..<end]
            guard let first = line.first, first != 0x0D else { continue }
            guard first == UInt8(ascii: "#") else {
                entries += 1
                continue
            }
            if line.starts(with: "#EXT-X-STREAM-INF:".utf8) {
                lists += 1
            } else if line.starts(with: "#EXT-X-MEDIA:".utf8) {
                lists += 1
                entries += 1
            } else if line.starts(with: "#EXT-X-MAP:".utf8) {
                entries += 1
            } else if line.starts(with: "#EXT-X-KEY:".utf8) {
                longestKey = max(longestKey, line.count)
            }
        }
    }

    private mutating func countElements() {
        var rest = bytes[...]
        while let (name, _) = Self.nextElement(&rest) {
            switch name {
            case "representation":
                representations += 1
                entries += 1
            case "segmenturl", "s": entries += 1
            default: break
            }
        }
    }

    /// Takes the next start tag: its name without a prefix, in lower case, and its attributes.
    private static func nextElement(_ rest: inout ArraySlice<UInt8>) -> (name: String, attributes: ArraySlice<UInt8>)? {
        while let open = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[(open + 1)...]
            let name = rest.prefix(128).prefix { isOfName($0) }
            guard !name.isEmpty else { continue }
            let end = rest.firstIndex(of: UInt8(ascii: ">")) ?? rest.endIndex
            let attributes = rest[name.endIndex..<end]
            rest = rest[min(end + 1, rest.endIndex)...]
            let local = name.split(separator: UInt8(ascii: ":")).last ?? name
            return (String(decoding: local, as: UTF8.self).lowercased(), attributes)
        }
        return nil
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        byte > 0x20 && !"<>/!?=\"'".utf8.contains(byte)
    }

    /// Reason why the text is beyond the limits; nil if it isn't.
    /// - Parameter address: the text's address, of which libavformat keeps a copy for each entry.
    package func excess(_ limits: TextLimits, at address: String) -> String? {
        if bytes.count > limits.bytes { return "its \(kind.rawValue) is larger than \(limits.size)" }
        if entries > limits.entries { return "its \(kind.rawValue) has more than \(limits.entries) entries" }
        if entries * max(longestKey, address.utf8.count) > 8 * limits.bytes {
            return "its \(kind.rawValue) has too many entries for such a long address"
        }
        if representations > limits.representations {
            return "its manifest has more than \(limits.representations) representations"
        }
        if lists > limits.lists { return "its playlist leads to more than \(limits.lists) playlists" }
        return nil
    }

    /// First address on another server that a manifest has libavformat open; nil if there is none.
    /// - Parameters:
    ///   - scheme: scheme of the manifest's address, which addresses such as `//host/` have.
    ///   - isOwn: whether an address is on the manifest's server.
    package func addressElsewhere(scheme: String, isOwn: (String) -> Bool) -> String? {
        guard kind == .manifest else { return nil }
        var rest = bytes[...]
        while let (name, attributes) = Self.nextElement(&rest) {
            var named = Self.values(attributes, of: ["media", "initialization", "sourceurl"])
            if name == "representation" { named += Self.values(attributes, of: ["id"]) }
            if name == "baseurl" {
                var text = String(decoding: rest.prefix { $0 != UInt8(ascii: "<") }, as: UTF8.self)
                if rest.starts(with: "<![CDATA[".utf8) {
                    text = String(decoding: rest.dropFirst(9).prefix { $0 != UInt8(ascii: "]") }, as: UTF8.self)
                }
                named.append(text)
            }
            for value in named {
                var address = Self.decoded(value)
                address = String(address.drop(while: \.isWhitespace).prefix { !$0.isWhitespace })
                if address.hasPrefix("//") { address = "\(scheme):\(address)" }
                if address.contains("://"), !isOwn(address) { return address }
            }
        }
        return nil
    }

    /// Values of the attributes with these names.
    private static func values(_ attributes: ArraySlice<UInt8>, of names: Set<String>) -> [String] {
        var values: [String] = []
        var rest = attributes
        while let equals = rest.firstIndex(of: UInt8(ascii: "=")) {
            let name = rest[..<equals].split { $0 <= 0x20 }.last ?? []
            rest = rest[(equals + 1)...].drop { $0 <= 0x20 }
            guard let quote = rest.popFirst(), let end = rest.firstIndex(of: quote) else { break }
            if names.contains(String(decoding: name, as: UTF8.self).lowercased()) {
                values.append(String(decoding: rest[..<end], as: UTF8.self))
            }
            rest = rest[(end + 1)...]
        }
        return values
    }

    /// Decodes a value's character references, such as `&#104;`.
    private static func decoded(_ value: String) -> String {
        var text = value[...]
        var decoded = ""
        while let mark = text.firstRange(of: "&#") {
            decoded += text[..<mark.lowerBound]
            let number = text[mark.upperBound...].prefix { $0 != ";" }
            let code = number.lowercased().hasPrefix("x") ? UInt32(number.dropFirst(), radix: 16) : UInt32(number)
            decoded += code.flatMap(Unicode.Scalar.init).map { String(Character($0)) } ?? ""
            text = text[number.endIndex...].dropFirst()
        }
        return decoded + text
    }
}
