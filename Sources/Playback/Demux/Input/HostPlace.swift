import Glibc
import OrielPlatform

/// Place of a host: on the internet, or on this machine or its network.
package enum HostPlace: Hashable, Sendable {
    case internet
    case local
    /// Its name could not be looked up.
    case unknown

    /// Longest lookup of a name.
    package static let patience = Duration.seconds(5)
    /// Endings of names that only this machine or its network knows (RFC 6761, 6762, 8375).
    private static let localEndings = ["localhost", "local", "internal", "home.arpa", "lan"]

    /// Finds the place of an address's host: local if any of its addresses is. Waits for the name server, for a limited
    /// time.
    /// - Parameters:
    ///   - address: a URL.
    ///   - isOver: ends the wait early when it returns true.
    package static func of(_ address: String, isOver: () -> Bool = { false }) -> HostPlace {
        let name = host(of: address)
        guard !name.isEmpty else { return .unknown }
        if localEndings.contains(where: { name == $0 || name.hasSuffix("." + $0) }) { return .local }
        let found = Monitor<HostPlace?>(nil)
        // A lookup can't be interrupted: its thread ends by itself.
        guard
            (try? NamedThread("oriel-lookup") {
                let place = lookup(name)
                found.update { $0 = place }
            }) != nil
        else { return .unknown }
        let deadline = MonotonicClock.now + patience
        while MonotonicClock.now < deadline, !isOver() {
            if let place = found.wait(upTo: .milliseconds(50), { $0 }) { return place }
        }
        return .unknown
    }

    /// Host of a URL in lower case, without brackets and a final dot; empty if it has none.
    package static func host(of address: String) -> String {
        guard let mark = address.firstRange(of: "://") else { return "" }
        var rest = address[mark.upperBound...].prefix { !"/?#\\".contains($0) }
        if let user = rest.lastIndex(of: "@") { rest = rest[rest.index(after: user)...] }
        if rest.hasPrefix("[") { return rest.dropFirst().prefix { $0 != "]" }.lowercased() }
        let name = rest.prefix { $0 != ":" }
        return (name.hasSuffix(".") ? name.dropLast() : name).lowercased()
    }

    private static func lookup(_ name: String) -> HostPlace {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(name, nil, &hints, &list) == 0 else { return .unknown }
        defer { freeaddrinfo(list) }
        var entry = list
        var place = HostPlace.unknown
        while let info = entry?.pointee {
            entry = info.ai_next
            let bytes: [UInt8]
            switch info.ai_family {
            case AF_INET:
                bytes = UnsafeRawBufferPointer(start: info.ai_addr, count: 8).suffix(4).map { $0 }
            case AF_INET6:
                bytes = UnsafeRawBufferPointer(start: info.ai_addr, count: 24).suffix(16).map { $0 }
            default: continue
            }
            guard isOfInternet(bytes) else { return .local }
            place = .internet
        }
        return place
    }

    /// Whether an IP address, of 4 or 16 bytes, is a global one (the registries of RFC 6890).
    package static func isOfInternet(_ bytes: [UInt8]) -> Bool {
        if bytes.count == 4 {
            switch (bytes[0], bytes[1]) {
            case (0, _), (10, _), (127, _), (100, 64...127), (169, 254), (172, 16...31), (192, 168), (198, 18...19):
                return false
            case (192, 0) where bytes[2] == 0: return false
            default: return bytes[0] < 224
            }
        }
        guard bytes.count == 16 else { return false }
        let tail = Array(bytes[12...])
        // IPv4 in IPv6: mapped, compatible, translated (NAT64) and 6to4.
        if bytes[..<10].allSatisfy({ $0 == 0 }), bytes[10] == bytes[11], [0, 0xFF].contains(bytes[10]) {
            return isOfInternet(tail)
        }
        if bytes[..<12].elementsEqual([0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0]) { return isOfInternet(tail) }
        if bytes[0] == 0x20, bytes[1] == 0x02 { return isOfInternet(Array(bytes[2..<6])) }
        // Teredo wraps an address that isn't seen here.
        if bytes[..<4].elementsEqual([0x20, 0x01, 0, 0]) { return false }
        return bytes[0] & 0xE0 == 0x20
    }
}
