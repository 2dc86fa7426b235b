/// How a medium is asked for that a web server has, and what is done when it hangs up. Other protocols ignore it.
public struct HTTPOptions: Hashable, Sendable {
    /// How the program names itself to servers (RFC 9110, User-Agent); nil for libavformat's own name.
    public var userAgent: String?
    /// Further fields of each request, in order: cookies, a referrer, an authorization. `Authorization`, `Proxy-Authorization`
    /// and `Cookie` go to the medium's own origin alone (scheme, host and port), also where a playlist names segments, keys
    /// or subtitles elsewhere. A redirect by that server takes them along, since libavformat follows it by itself.
    public var headers: [Header] = []
    /// Address of the medium that the headers are for, where something else is opened that belongs to it; nil for the address
    /// that is opened.
    package var medium: String?
    /// A lost connection is sought again at once, then after waits of 1, 3, 7, … seconds, none longer than this. Zero gives up with the
    /// first. What is played meanwhile is what was read ahead.
    public var longestReconnectDelay: Duration
    /// Servers must prove by a certificate that they are who they are called (HTTPS; libavformat's `tls_verify`). Of what a medium names in
    /// turn, HLS' segments are held to it; DASH's aren't, which libavformat opens by itself, nor are RTSPS and RTMPS.
    public var verifiesCertificates = true
    /// A file with the certificates that are believed (PEM; `ca_file`); nil for the system's.
    public var certificateAuthorities: String?

    /// libavformat's name and no headers.
    public init(longestReconnectDelay: Duration = .seconds(7)) { self.longestReconnectDelay = longestReconnectDelay }

    /// One field of a request.
    public struct Header: Hashable, Sendable, CustomStringConvertible {
        /// Of letters, digits and the few marks that a field's name may have.
        public let name: String
        /// Without line breaks.
        public let value: String

        /// Nil where a request can't have it (RFC 9110, §5).
        public init?(_ name: String, _ value: String) {
            let isName = !name.isEmpty && name.utf8.allSatisfy(Self.isOfToken)
            guard isName, !value.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else {
                return nil
            }
            (self.name, self.value) = (name, value)
        }

        /// As people write it: `Name: value`.
        public init?(parsing text: String) {
            guard let colon = text.firstIndex(of: ":") else { return nil }
            let value = text[text.index(after: colon)...].trimmingPrefix { $0 == " " }
            self.init(String(text[..<colon]), String(value))
        }

        /// Whether it lets its sender in, so that other servers must not have it.
        var isCredential: Bool { ["authorization", "proxy-authorization", "cookie"].contains(name.lowercased()) }

        public var description: String { "\(name): \(value)" }

        private static func isOfToken(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
            }
        }
    }

    /// The fields for a request, as libavformat's `headers` option takes them; nil for none. Credentials are left out for
    /// another origin than the medium's.
    /// - Parameter opened: the address that the user or app has opened; `address` is it, or one that it names.
    package func headerLines(for address: String, of opened: String) -> String? {
        let isOwn = Self.origin(of: address) == Self.origin(of: medium ?? opened)
        let kept = headers.filter { isOwn || !$0.isCredential }
        return kept.isEmpty ? nil : kept.map { "\($0)\r\n" }.joined()
    }

    /// The origin of an address (RFC 6454): scheme, host and port in one form; nil without a host. libavformat's wrappers
    /// (`crypto+https:`) don't count.
    private static func origin(of address: String) -> String? {
        guard let mark = address.firstRange(of: "://") else { return nil }
        let wrapped = address[..<mark.lowerBound].lowercased()
        let scheme = wrapped.split(whereSeparator: { "+:,".contains($0) }).last ?? ""
        let authority = address[mark.upperBound...].prefix { !"/?#\\".contains($0) }
        var host = authority[
            (authority.lastIndex(of: "@").map { authority.index(after: $0) } ?? authority.startIndex)...
        ]
        .lowercased()
        let port = scheme == "https" ? ":443" : scheme == "http" ? ":80" : ""
        let hasPort = host.split(separator: "]", omittingEmptySubsequences: false).last?.contains(":") ?? false
        if !hasPort { host += port }
        return host.isEmpty ? nil : "\(scheme)://\(host)"
    }
}
