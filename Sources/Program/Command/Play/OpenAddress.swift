import OrielPlatform
import OrielTexts

/// An address such as `oriel://open?url=https%3A%2F%2Fexample.org%2Ffilm.mp4&t=90&title=Film`, by which a browser
/// opens a web address here.
///
/// Any web page can make such a link, so it names a web address, a time and a title, and nothing else: no file, no
/// other scheme, no option, no credentials.
package struct OpenAddress: Hashable, Sendable {
    /// Reason why an address is refused, for one line.
    package struct Refusal: Error, Hashable, CustomStringConvertible {
        package var description: String
        init(_ description: String) { self.description = description }
    }

    /// Web address of the medium or of a page with one.
    package let url: String
    /// Where playback starts; nil if the address doesn't say.
    package let start: Duration?
    /// Title to show; nil if the address has none.
    package let title: String?

    /// Maximum length of the whole address, in bytes.
    private static let limit = 8192
    /// Maximum length of a title, in characters.
    private static let longestTitle = 500

    /// Whether a medium's name has this scheme and must be read as such an address.
    package static func isOne(_ text: String) -> Bool { scheme(of: text) == "oriel" }

    /// Reads an address.
    /// - Throws: the reason why it is refused. It quotes nothing of the address.
    package init(parsing text: String) throws(Refusal) {
        guard text.utf8.count <= Self.limit else { throw Refusal(localized("is longer than \(Self.limit) bytes")) }
        guard Self.isPlain(text) else { throw Refusal(localized("has control characters or spaces")) }
        guard let question = text.firstIndex(of: "?"),
            ["oriel://open", "oriel://open/"].contains(text[..<question].lowercased())
        else { throw Refusal(localized("is not of the form oriel://open?url=ADDRESS")) }
        let query = text[text.index(after: question)...]
        guard !query.contains("#") else { throw Refusal(localized("has an unencoded #")) }
        var values: [Substring: String] = [:]
        for part in query.split(separator: "&") {
            let (name, value) = Self.halves(of: part)
            guard ["url", "t", "title"].contains(name) else {
                throw Refusal(localized("has a part other than url, t and title"))
            }
            // A plus stays a plus, because web addresses have it.
            guard let bytes = PathText.bytes(ofEncoded: value.utf8),
                let decoded = String(validating: bytes, as: UTF8.self)
            else { throw Refusal(localized("is not well encoded")) }
            guard values.updateValue(decoded, forKey: name) == nil else {
                throw Refusal(localized("has \(name) twice"))
            }
        }
        guard let url = values["url"], !url.isEmpty else { throw Refusal(localized("has no url")) }
        try Self.check(url)
        self.url = url
        start = try values["t"].flatMap { $0.isEmpty ? nil : $0 }.map { text throws(Refusal) in
            guard let time = MediaTimeFormat.parse(text.hasSuffix("s") ? text.dropLast() : text[...]) else {
                throw Refusal(localized("has a t that is no time"))
            }
            return time
        }
        title = try values["title"].flatMap { $0.isEmpty ? nil : $0 }.map { text throws(Refusal) in
            guard text.count <= Self.longestTitle, !text.unicodeScalars.contains(where: Self.isControl) else {
                throw Refusal(
                    localized("has a title with control characters or more than \(Self.longestTitle) letters"))
            }
            return text
        }
    }

    /// Makes a link from parts that come from outside. Of the title, letters that no link may have are left out, and
    /// those after the longest title; a time that can't be one is left out.
    /// - Parameter time: where playback starts, in seconds.
    /// - Throws: the reason why the address is refused.
    package static func link(to url: String, at time: Double? = nil, title: String? = nil) throws(Refusal) -> String {
        guard url.utf8.count <= limit else { throw Refusal(localized("is longer than \(limit) bytes")) }
        try check(url)
        var text = "oriel://open?url=\(PathText.encoded(url.utf8))"
        if let time, (0...31_536_000).contains(time) {
            let milliseconds = Int(time * 1000)
            text += "&t=\(milliseconds / 1000).\(String(1000 + milliseconds % 1000).dropFirst())"
        }
        if let title {
            let plain = String(title.prefix(longestTitle)).unicodeScalars.lazy.filter { !isControl($0) }
            let encoded = PathText.encoded(String(String.UnicodeScalarView(plain)).utf8)
            if text.utf8.count + encoded.utf8.count < limit { text += "&title=\(encoded)" }
        }
        _ = try OpenAddress(parsing: text)
        return text
    }

    /// Accepts addresses of the web with a host and without credentials.
    private static func check(_ url: String) throws(Refusal) {
        let scheme = scheme(of: url)
        guard scheme != "oriel" else { throw Refusal(localized("contains another oriel:// address")) }
        guard scheme == "http" || scheme == "https" else {
            throw Refusal(localized("names no http:// or https:// address"))
        }
        guard isPlain(url) else { throw Refusal(localized("names an address with control characters or spaces")) }
        let rest = url.dropFirst(scheme.count + 1)
        guard rest.hasPrefix("//") else { throw Refusal(localized("names an address without a host")) }
        let authority = rest.dropFirst(2).prefix { !"/?#".contains($0) }
        // Programs differ in whether a backslash ends the host.
        guard !authority.contains("\\") else {
            throw Refusal(localized("names an address with a backslash in its host"))
        }
        guard !authority.contains("@") else {
            throw Refusal(localized("names an address with a user name or a password"))
        }
        guard let first = authority.first, first != ":" else {
            throw Refusal(localized("names an address without a host"))
        }
    }

    /// Text before the first colon, in lower case; empty if it is no scheme.
    private static func scheme(of text: some StringProtocol) -> String {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return "" }
        let scheme = text[..<colon].lowercased()
        let isScheme = scheme.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
        }
        return isScheme ? scheme : ""
    }

    private static func halves(of part: Substring) -> (name: Substring, value: Substring) {
        guard let equals = part.firstIndex(of: "=") else { return (part, "") }
        return (part[..<equals], part[part.index(after: equals)...])
    }

    /// Whether a text has neither control characters nor spaces of any kind.
    private static func isPlain(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { !isControl($0) && !$0.properties.isWhitespace }
    }

    /// Whether a character controls a terminal or the order of others.
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: true
        default: false
        }
    }
}
