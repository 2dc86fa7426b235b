/// How a medium is asked for that a web server has, and what is done when it hangs up. Other protocols ignore it.
public struct HTTPOptions: Hashable, Sendable {
    /// How the program names itself to servers (RFC 9110, User-Agent); nil for libavformat's own name.
    public var userAgent: String?
    /// What else each request says, in order: cookies, a referrer, an authorization.
    public var headers: [Header] = []
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

    /// The fields as libavformat's `headers` option takes them; nil for none.
    var headerLines: String? { headers.isEmpty ? nil : headers.map { "\($0)\r\n" }.joined() }
}
