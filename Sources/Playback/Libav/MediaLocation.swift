import CFFmpeg
import Glibc
import OrielPlatform

/// Location of a medium: a file, standard input, or any URL that libavformat opens.
public enum MediaLocation: Hashable, Sendable, CustomStringConvertible {
    /// Path of a file, taken literally: `%`, `*` and `:` have no special meaning. A byte that is not UTF-8 is
    /// represented by U+10FE00 plus the byte.
    case path(String)
    case standardInput
    case url(String)

    /// Parses user input: `-`, a path, or a URL. A `file:` URL of this machine becomes its path (RFC 8089); another,
    /// such as one without an absolute path, stays a URL that can't be opened. Any thread.
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
            self = Self.filePath(rest).map { .path($0) } ?? .url(text)
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

    /// Last part of a path or URL, without a URL's query and fragment, which may be secrets.
    package static func fileName(of text: String) -> String {
        let path = !text.hasPrefix("/") && text.contains("://") ? text.prefix { !"?#".contains($0) } : text[...]
        return path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? text
    }

    /// Whether text is a URL scheme: a letter, then letters, digits, `+`, `-`, `.` (RFC 3986). A single letter isn't,
    /// since no such scheme is in use.
    private static func isScheme(_ text: Substring) -> Bool {
        guard text.utf8.count > 1, let first = text.first, first.isASCII, first.isLetter else { return false }
        return text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    }

    /// Path after `file:`, with its percent escapes decoded: `///path`, `/path`, or `//host/path` with this machine's
    /// name. Nil for any other.
    private static func filePath(_ rest: Substring) -> String? {
        guard let path = localPath(rest).map(String.init) else { return nil }
        return PathText.percentDecoded(path) ?? path
    }

    /// Absolute path of a file address, with its escapes; nil for another machine's, and for a relative one.
    package static func localPath(_ rest: Substring) -> Substring? {
        guard rest.hasPrefix("//") else { return rest.hasPrefix("/") ? rest : nil }
        let path = rest.dropFirst(2)
        guard let slash = path.firstIndex(of: "/") else { return nil }
        let host = path[..<slash].lowercased()
        return host.isEmpty || host == "localhost" || host == hostName ? path[slash...] : nil
    }

    private static var hostName: String? {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return nil }
        return Libav.string(name).lowercased()
    }

    /// Whether this is a `file:` URL of no path on this machine.
    package var isFileElsewhere: Bool {
        guard case .url(let url) = self else { return false }
        return url.prefix(5).lowercased() == "file:"
    }
}
