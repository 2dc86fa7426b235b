import CFFmpeg
import OrielLibav
import OrielPlatform

/// Redirects of requests with credentials, or of media that may open the internet only. libavformat follows a redirect
/// with all headers of the first request, so such an address is requested here first, and libavformat opens the one
/// that it leads to.
extension MediaSource {
    /// As libavformat's own limit.
    private static let mostRedirects = 8

    /// The address that one with credentials leads to. Each server on the way gets the headers that are for it. An
    /// address that needs no such care, or one whose server doesn't answer, is returned as it is; nil if it may not be
    /// opened. libavformat's wrapper of encrypted segments stays (`crypto+http:`).
    /// - Parameter opened: the medium's address.
    func followed(_ address: String, of opened: String) -> String? {
        let wrapper = ["crypto+", "crypto:"].first { address.hasPrefix($0) } ?? ""
        var current = String(address.dropFirst(wrapper.count))
        for _ in 0..<Self.mostRedirects {
            guard mayReach(current) else { return nil }
            guard http.sendsCredentials(to: current, of: opened) || isOfInternetOnly,
                ["http", "https"].contains(ProtocolPolicy.scheme(of: current)),
                let answer = answer(to: current, of: opened),
                let next = answer.redirection(from: current), policy.allows(next)
            else { return wrapper + current }
            current = next
        }
        return mayReach(current) ? wrapper + current : nil
    }

    /// Whether the medium may open addresses on the internet only.
    var isOfInternetOnly: Bool { http.internetOnly?.holds(for: location.description) ?? false }

    /// Whether the medium may request an address. Keeps the first refusal for the report.
    func mayReach(_ address: String) -> Bool {
        guard isOfInternetOnly, address.contains("://") else { return true }
        let host = HostPlace.host(of: address)
        let isOfInternet = references.places[host] ?? (HostPlace.of(address) { interruption.isClosing } == .internet)
        references.places[host] = isOfInternet
        if !isOfInternet, refused == nil {
            let words = "a link may not lead to \(PathText.brief(host)), which is not known to be on the internet"
            refused = MediaError(.failed(words), location)
        }
        return isOfInternet
    }

    /// Requests an address as libavformat would, and reads the head of the answer; nil if there is none.
    private func answer(to address: String, of opened: String) -> HTTPAnswer? {
        var (host, path) = ([CChar](repeating: 0, count: 256), [CChar](repeating: 0, count: 8192))
        var port = CInt(-1)
        av_url_split(nil, 0, nil, 0, &host, CInt(host.count), &port, &path, CInt(path.count), address)
        let (name, isSecure) = (Libav.string(host), ProtocolPolicy.scheme(of: address) == "https")
        guard !name.isEmpty, address.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }), address.utf8.count < 8000 else {
            return nil
        }
        let shown = name.contains(":") ? "[\(name)]" : name
        var stream: UnsafeMutablePointer<AVIOContext>?
        var options: OpaquePointer?
        defer { av_dict_free(&options) }
        http.setTrust(&options)
        av_dict_set(&options, "rw_timeout", Self.networkTimeout, 0)
        var callback = interruptCallback
        let server = "\(isSecure ? "tls" : "tcp")://\(shown):\(port < 0 ? isSecure ? 443 : 80 : port)"
        guard avio_open2(&stream, server, AVIO_FLAG_READ_WRITE, &callback, &options) >= 0 else { return nil }
        defer { avio_closep(&stream) }
        let target = Libav.string(path).prefix { $0 != "#" }
        var request = "GET \(target.hasPrefix("/") ? "" : "/")\(target) HTTP/1.1\r\n"
        request += "Host: \(shown)\(port < 0 ? "" : ":\(port)")\r\nAccept: */*\r\nRange: bytes=0-\r\n"
        request += "User-Agent: \(http.userAgent ?? "Lavf/\(LIBAVFORMAT_VERSION_MAJOR)")\r\nConnection: close\r\n"
        request += (http.headerLines(for: address, of: opened) ?? "") + "\r\n"
        let bytes = Array(request.utf8)
        avio_write(stream, bytes, CInt(bytes.count))
        avio_flush(stream)
        var head: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 2048)
        while head.count < HTTPAnswer.longestHead, !interruption.isClosing {
            let count = avio_read_partial(stream, &part, CInt(part.count))
            guard count > 0 else { break }
            head += part[..<Int(count)]
            let text = String(decoding: head, as: UTF8.self)
            if text.contains("\r\n\r\n") || text.contains("\n\n") { break }
        }
        return HTTPAnswer(String(decoding: head, as: UTF8.self))
    }
}
