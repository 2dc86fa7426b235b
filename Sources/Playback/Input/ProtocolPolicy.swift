/// Which of libavformat's protocols a medium may use: what lies here names nothing on the network, and what comes from the
/// network names nothing that lies here.
package struct ProtocolPolicy: Hashable, Sendable {
    /// Files, and what only transforms bytes.
    private static let local = ["file", "crypto", "data"]
    /// What playlists on the web name.
    private static let web = ["http", "https", "httpproxy", "tls", "tcp", "hls", "crypto", "data"]
    /// What sessions (RTSP, SDP) send their packets by.
    private static let sessions = ["rtp", "srtp", "udp"]
    /// What RTMP is carried in.
    private static let tunnels = ["rtmp", "rtmpt", "rtmps", "rtmpts", "rtmpe", "rtmpte", "ffrtmphttp", "ffrtmpcrypt"]
    /// Addresses of these hold other addresses.
    private static let wrappers: Set<String> = ["concat", "concatf", "subfile", "async", "cache", "crypto"]
    /// Neither a file nor on the network.
    private static let onThisMachine: Set<String> = ["pipe", "fd", "unix"]

    /// The protocols' names, by which libavformat decides.
    package let names: [String]
    /// Whether it may come over the network.
    package let reachesNetwork: Bool

    /// - Parameter allowsNetwork: a local file may name addresses as well.
    package init(_ location: MediaLocation, allowsNetwork: Bool) {
        switch location {
        case .path, .standardInput:
            names = allowsNetwork ? Self.local + Self.web + Self.sessions + Self.tunnels : Self.local
            reachesNetwork = allowsNetwork
        case .url(let address):
            let scheme = Self.scheme(of: address)
            if Self.onThisMachine.contains(scheme) || scheme == "data"
                || Self.wrappers.contains(scheme) && Self.networkAddress(in: address) == nil
            {
                let files = Self.wrappers.contains(scheme) ? Self.local : []
                names = [scheme] + files + (allowsNetwork ? Self.web : [])
                reachesNetwork = allowsNetwork
                return
            }
            reachesNetwork = true
            switch scheme {
            case "rtsp", "rtsps", "rtp", "srtp", "sap", "satip": names = [scheme] + Self.web + Self.sessions
            case _ where scheme.hasPrefix("rtmp"): names = Self.web + Self.tunnels
            default: names = [scheme] + Self.web
            }
        }
    }

    /// As libavformat takes it (`AVFormatContext.protocol_whitelist`).
    package var list: String { names.joined(separator: ",") }

    /// Whether `address`, or the one that it wraps, may be opened.
    package func allows(_ address: String) -> Bool {
        let scheme = Self.scheme(of: address)
        guard names.contains(scheme) else { return false }
        guard Self.wrappers.contains(scheme) else { return true }
        return allows(String(address.dropFirst(scheme.count + 1)))
    }

    /// The protocol of an address: what stands before `:`, `+` or `,`; a bare path is a file.
    package static func scheme(of address: String) -> String {
        let name = address.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
        guard !name.isEmpty, let mark = address[name.endIndex...].first, ":+,".contains(mark) else { return "file" }
        return name.lowercased()
    }

    /// Whether `--allow-network` would let it open `address`.
    package func isOfNetwork(_ address: String) -> Bool {
        !reachesNetwork && !(Self.onThisMachine.union(["file"]).contains(Self.scheme(of: address)))
    }

    /// Whether an address that a local playlist names is one on the network, of a kind that a local file may be let to name.
    package static func isOnNetwork(_ address: String) -> Bool {
        let scheme = scheme(of: address)
        return (web + sessions + tunnels + ["rtsp", "rtsps"]).contains(scheme)
            && !local.contains(scheme)
    }

    /// The first address with `://` in a text that isn't a file's, cut where it could not be shown in a line.
    package static func networkAddress(in text: String) -> String? {
        var rest = text[...]
        while let mark = rest.firstRange(of: "://") {
            let scheme = rest[..<mark.lowerBound].reversed().prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
            let start = rest.index(mark.lowerBound, offsetBy: -scheme.count)
            let address = rest[start...].prefix { $0.isASCII && !$0.isWhitespace && !"\"'<>|".contains($0) }
            if !scheme.isEmpty && String(scheme.reversed()).lowercased() != "file" {
                return String(address.prefix(100))
            }
            rest = rest[mark.upperBound...]
        }
        return nil
    }
}
