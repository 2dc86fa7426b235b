/// The first lines of a web server's answer, and the address that it redirects to.
package struct HTTPAnswer: Hashable, Sendable {
    /// Status code, such as 302.
    package let status: Int
    /// Value of the `Location` field; nil if there is none.
    package let location: String?

    /// Most bytes of a head that are read.
    package static let longestHead = 16_384

    /// Parses a head (RFC 9112, §4); nil if it isn't HTTP. Its last line may be cut off, and is then ignored.
    package init?(_ head: String) {
        let text = head.replacing("\r\n", with: "\n")
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
        let words = lines.popFirst()?.split(separator: " ", maxSplits: 2) ?? []
        guard words.count >= 2, words[0].hasPrefix("HTTP/"), let status = Int(words[1]), words[1].count == 3 else {
            return nil
        }
        self.status = status
        location =
            lines.prefix { !$0.isEmpty }.lazy.compactMap { line -> String? in
                guard let colon = line.firstIndex(of: ":"), line[..<colon].lowercased() == "location" else {
                    return nil
                }
                let value = line[line.index(after: colon)...].drop { " \t".contains($0) }
                return String(value.prefix { !$0.isWhitespace && $0 >= " " })
            }.first
    }

    private static func isOfScheme(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || "+-.".contains(character))
    }

    /// Address that the answer redirects to; nil if it is no redirect, or not to a web server.
    /// - Parameter base: the requested address.
    package func redirection(from base: String) -> String? {
        guard [301, 302, 303, 307, 308].contains(status), let location, !location.isEmpty,
            let mark = base.firstRange(of: "://")
        else { return nil }
        let target: String
        let authority = base[mark.upperBound...].prefix { !"/?#".contains($0) }
        // Credentials in an address are for that address.
        let server = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? authority
        let origin = base[..<mark.upperBound] + server
        let rest = base[authority.endIndex...]
        let path = rest.prefix { !"?#".contains($0) }
        if let colon = location.firstIndex(of: ":"), location[..<colon].allSatisfy(Self.isOfScheme) {
            let scheme = location[..<colon].lowercased()
            guard ["http", "https"].contains(scheme), location[colon...].hasPrefix("://") else { return nil }
            target = location
        } else if location.hasPrefix("//") {
            target = base[..<mark.lowerBound] + ":" + location
        } else if location.hasPrefix("/") {
            target = origin + location
        } else if location.hasPrefix("?") {
            target = origin + (path.isEmpty ? "/" : path) + location
        } else {
            let folder = path.lastIndex(of: "/").map { path[...$0] } ?? "/"
            target = origin + folder + location
        }
        return String(target.prefix { $0 != "#" })
    }
}
