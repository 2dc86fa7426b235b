import CFFmpeg
import OrielPlatform

/// Location of a medium: a file, standard input, or any URL that libavformat opens.
public enum MediaLocation: Hashable, Sendable, CustomStringConvertible {
    /// Path of a file, taken literally: `%`, `*` and `:` have no special meaning. A byte that is not UTF-8 is
    /// represented by U+10FE00 plus the byte.
    case path(String)
    case standardInput
    case url(String)

    /// Parses user input: `-`, a path, or a URL. A `file:` URL becomes its path. Any thread.
    ///
    /// `avio_find_protocol_name` distinguishes `concat:` and the like from a file name with a colon.
    public init(_ text: String) {
        guard text != "-" else {
            self = .standardInput
            return
        }
        guard let colon = text.firstIndex(of: ":"), Self.isScheme(text[..<colon]) else {
            self = .path(text)
            return
        }
        let rest = text[text.index(after: colon)...]
        if text[..<colon].lowercased() == "file" {
            self = .path(Self.filePath(String(rest)))
        } else if rest.hasPrefix("//") {
            self = .url(text)
        } else if FFmpegLibraries.problem == nil, let name = avio_find_protocol_name(text),
            String(cString: name) != "file"
        {
            self = .url(text)
        } else {
            self = .path(text)
        }
    }

    public var description: String {
        switch self {
        case .path(let path): path
        case .standardInput: "-"
        case .url(let url): url
        }
    }

    /// Whether text is a URL scheme: a letter, then letters, digits, `+`, `-`, `.` (RFC 3986). A single letter isn't,
    /// since no such scheme is in use.
    private static func isScheme(_ text: Substring) -> Bool {
        guard text.utf8.count > 1, let first = text.first, first.isASCII, first.isLetter else { return false }
        return text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    }

    /// Path after `file:`. With `//` it is a URI whose percent escapes are decoded; otherwise a plain path.
    private static func filePath(_ rest: String) -> String {
        guard rest.hasPrefix("//") else { return rest }
        let path = rest.dropFirst(2).drop { $0 != "/" }
        var bytes: [UInt8] = []
        var index = path.utf8.startIndex
        let utf8 = path.utf8
        while index < utf8.endIndex {
            let byte = utf8[index]
            let end = utf8.index(index, offsetBy: 3, limitedBy: utf8.endIndex)
            if byte == UInt8(ascii: "%"), let end,
                let value = UInt8(path[utf8.index(after: index)..<end], radix: 16), value != 0
            {
                bytes.append(value)
                index = end
            } else {
                bytes.append(byte)
                index = utf8.index(after: index)
            }
        }
        return PathText.string(bytes)
    }
}
