/// HTTP request and reconnection options. Ignored for other protocols.
public struct HTTPOptions: Hashable, Sendable {
    /// User-Agent to send (RFC 9110); nil for libavformat's own.
    public var userAgent: String?
    /// Further header fields of each request, in order: cookies, a referrer, an authorization.
    ///
    /// `Authorization`, `Proxy-Authorization` and `Cookie` are sent to the medium's own origin only (scheme, host and
    /// port), even if a playlist names segments, keys or subtitles elsewhere, or that server redirects there. To find
    /// out, an address that gets them is requested twice. A DASH manifest that gets them and names another server is
    /// refused.
    public var headers: [Header] = []
    /// Address of the medium that the headers are for; nil for the opened address. Set when a file that belongs to the
    /// medium is opened.
    package var medium: String?
    /// Medium that may open addresses on the internet only, such as one that a link named; nil for none.
    package var internetOnly: InternetOnly?
    /// Longest wait between attempts to reconnect. A lost connection is retried at once, then after 1, 3, 7… seconds
    /// up to this. Zero never retries. Playback meanwhile uses what was read ahead.
    public var longestReconnectDelay: Duration
    /// Longest time in which opening a medium, or an address that it names, may get no nearer to the data.
    package var longestOpening = Duration.seconds(60)
    /// Largest medium that is copied into memory because it can't be sought in, in bytes.
    package var mostCopied = 64 << 20
    /// Limits of the texts that a medium consists of.
    package var texts = TextLimits()
    /// Whether HTTPS servers must prove their identity by a certificate (libavformat's `tls_verify`).
    ///
    /// Applies to HLS segments that a medium names, but not to DASH segments, which libavformat opens by itself, nor to
    /// RTSPS and RTMPS.
    public var verifiesCertificates = true
    /// File with the CA certificates to trust (PEM; `ca_file`); nil for the system's.
    public var certificateAuthorities: String?

    /// Makes options with libavformat's User-Agent and no headers.
    public init(longestReconnectDelay: Duration = .seconds(7)) { self.longestReconnectDelay = longestReconnectDelay }

    /// A header field of a request.
    public struct Header: Hashable, Sendable, CustomStringConvertible {
        /// Field name: letters, digits and the other token characters.
        public let name: String
        /// Field value, without control characters.
        public let value: String

        /// Makes a field; nil if a request can't contain it (RFC 9110, §5).
        public init?(_ name: String, _ value: String) {
            let isName = !name.isEmpty && name.utf8.allSatisfy(Self.isOfToken)
            guard isName, !value.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else {
                return nil
            }
            (self.name, self.value) = (name, value)
        }

        /// Parses a field of the form `Name: value`; nil if it is invalid.
        public init?(parsing text: String) {
            guard let colon = text.firstIndex(of: ":") else { return nil }
            let value = text[text.index(after: colon)...].trimmingPrefix { $0 == " " }
            self.init(String(text[..<colon]), String(value))
        }

        /// Whether the field is a credential that other origins must not receive.
        package var isCredential: Bool {
            ["authorization", "proxy-authorization", "cookie"].contains(name.lowercased())
        }

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

    /// Fields for a request, in the form of libavformat's `headers` option; nil for none. Credentials are omitted for
    /// another origin than the medium's.
    /// - Parameter opened: the address that the user or app has opened; `address` is the same, or one that it names.
    package func headerLines(for address: String, of opened: String) -> String? {
        let isOwn = Self.origin(of: address) == Self.origin(of: medium ?? opened)
        let kept = headers.filter { isOwn || !$0.isCredential }
        return kept.isEmpty ? nil : kept.map { "\($0)\r\n" }.joined()
    }

    /// Whether a request to an address carries credentials.
    package func sendsCredentials(to address: String, of opened: String) -> Bool {
        headers.contains(where: \.isCredential) && Self.origin(of: address) == Self.origin(of: medium ?? opened)
    }

    /// Normalised origin of an address (RFC 6454): scheme, host and port; nil without a host. libavformat's wrappers
    /// (`crypto+https:`) are ignored.
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
