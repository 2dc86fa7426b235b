import CFFmpeg
import OrielLibav

/// The options of libavformat's HTTP and TLS.
extension HTTPOptions {
    /// Sets the options of libavformat's TLS.
    func setTrust(_ options: inout OpaquePointer?) {
        av_dict_set(&options, "tls_verify", verifiesCertificates ? "1" : "0", 0)
        if let certificateAuthorities { av_dict_set(&options, "ca_file", certificateAuthorities, 0) }
    }
}

extension MediaSource {
    /// Sets the header fields for an address. libavformat follows no redirect of it if it would take credentials along,
    /// or might leave the internet.
    func setHeaders(_ options: inout OpaquePointer?, for target: String) {
        let staysThere = http.sendsCredentials(to: target, of: address) || isOfInternetOnly
        av_dict_set(&options, "headers", http.headerLines(for: target, of: address), 0)
        av_dict_set(&options, "max_redirects", staysThere ? "0" : nil, 0)
    }

    /// Enables reconnecting from now on. An address that can't be reached at first is reported at once.
    func reconnectWhenLost() {
        let delay = http.longestReconnectDelay.components.seconds
        guard isRemote, delay > 0, let stream = opened?.pointee.pb else { return }
        // Protocols other than HTTP lack these options.
        for name in ["reconnect", "reconnect_streamed", "reconnect_on_network_error"] {
            _ = av_opt_set(stream, name, "1", AV_OPT_SEARCH_CHILDREN)
        }
        _ = av_opt_set(stream, "reconnect_delay_max", String(delay), AV_OPT_SEARCH_CHILDREN)
    }

    /// Whether an HTTPS server is refused for its certificate. A bare TLS connection then succeeds without verification
    /// and fails with it; libavformat itself reports a generic error.
    var isDistrusted: Bool {
        guard case .url(let address) = location, ProtocolPolicy.scheme(of: address) == "https",
            http.verifiesCertificates
        else { return false }
        var anybody = http
        anybody.verifiesCertificates = false
        return !connects(to: address, http) && connects(to: address, anybody)
    }

    private func connects(to address: String, _ trust: HTTPOptions) -> Bool {
        var (host, port) = ([CChar](repeating: 0, count: 256), CInt(-1))
        av_url_split(nil, 0, nil, 0, &host, CInt(host.count), &port, nil, 0, address)
        let name = String(decoding: host.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let server = "tls://\(name.contains(":") ? "[\(name)]" : name):\(port < 0 ? 443 : port)"
        var options: OpaquePointer?
        defer { av_dict_free(&options) }
        trust.setTrust(&options)
        av_dict_set(&options, "rw_timeout", Self.networkTimeout, 0)
        var callback = interruptCallback
        var stream: UnsafeMutablePointer<AVIOContext>?
        guard avio_open2(&stream, server, AVIO_FLAG_READ, &callback, &options) >= 0 else { return false }
        avio_closep(&stream)
        return true
    }
}
