package import OrielLibav

/// Rules for the protocols that a medium may use.
///
/// Local media may name nothing on the network, and media from the network nothing local.
package struct ProtocolPolicy: Hashable, Sendable {
    /// Files, and protocols that only transform bytes.
    private static let local = ["file", "crypto", "data"]
    /// Protocols in playlists on the web.
    private static let web = ["http", "https", "httpproxy", "tls", "tcp", "crypto", "data"]
    /// Transports of sessions (RTSP, SDP).
    private static let sessions = ["rtp", "srtp", "udp"]
    /// Transports of RTMP.
    private static let tunnels = ["rtmp", "rtmpt", "rtmps", "rtmpts", "rtmpe", "rtmpte", "ffrtmphttp", "ffrtmpcrypt"]
    /// Protocols whose addresses contain other addresses.
    private static let wrappers: Set<String> = ["concat", "concatf", "subfile", "async", "cache", "crypto"]
    /// Local protocols other than files.
    private static let onThisMachine: Set<String> = ["pipe", "fd", "unix"]

    /// Names of the allowed protocols, as libavformat knows them.
    package let names: [String]
    /// Whether the medium may use the network.
    package let reachesNetwork: Bool

    /// Makes the policy for a medium.
    /// - Parameter allowsNetwork: whether a local file may name addresses on the network.
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
            case "hls": names = Self.web
            default: names = [scheme] + Self.web
            }
        }
    }

    /// The names in the form of `AVFormatContext.protocol_whitelist`.
    package var list: String { names.joined(separator: ",") }

    /// Whether `address`, including an address that it wraps, may be opened.
    package func allows(_ address: String) -> Bool {
        let scheme = Self.scheme(of: address)
        guard names.contains(scheme) else { return false }
        guard Self.wrappers.contains(scheme) else { return true }
        return allows(String(address.dropFirst(scheme.count + 1)))
    }

    /// Protocol of an address: the letters and digits before `:`, `+` or `,`; `file` for a plain path.
    package static func scheme(of address: String) -> String {
        let name = address.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
        guard !name.isEmpty, let mark = address[name.endIndex...].first, ":+,".contains(mark) else { return "file" }
        return name.lowercased()
    }

    /// Whether only `--allow-network` is missing for the medium to open `address`.
    package func isOfNetwork(_ address: String) -> Bool {
        !reachesNetwork && !(Self.onThisMachine.union(["file"]).contains(Self.scheme(of: address)))
    }

    /// Whether an address is on the network, and of a kind that a local playlist can be allowed to name.
    package static func isOnNetwork(_ address: String) -> Bool {
        let scheme = scheme(of: address)
        return (web + sessions + tunnels + ["rtsp", "rtsps"]).contains(scheme)
            && !local.contains(scheme)
    }

    /// The first address with `://` in a text, except file addresses; nil if there is none. It is cut at characters
    /// that can't be shown.
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
