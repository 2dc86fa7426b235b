import CFFmpeg
import CLinux
import Glibc
import OrielPlatform

/// Control over the files and addresses that playlists, manifests and scripts make libavformat open.
extension MediaSource {
    /// Type of `AVFormatContext.io_open`.
    typealias OpenReference =
        @convention(c) (
            UnsafeMutablePointer<AVFormatContext>?, UnsafeMutablePointer<UnsafeMutablePointer<AVIOContext>?>?,
            UnsafePointer<CChar>?, CInt, UnsafeMutablePointer<OpaquePointer?>?
        ) -> CInt

    /// Microseconds without a byte after which a network read fails.
    static let networkTimeout = "15000000"

    /// Installs a callback that checks each reference before the library opens it.
    ///
    /// HLS opens its references through the callback. DASH, scripts and sessions open theirs directly, and are limited
    /// by the protocol whitelist only.
    func guardReferences(of context: UnsafeMutablePointer<AVFormatContext>) {
        openReference = context.pointee.io_open
        context.pointee.opaque = Unmanaged.passUnretained(self).toOpaque()
        context.pointee.io_open = { context, stream, address, flags, options in
            guard let context, let opaque = context.pointee.opaque, let address else { return oriel_averror(EACCES) }
            let source = Unmanaged<MediaSource>.fromOpaque(opaque).takeUnretainedValue()
            guard source.mayOpen(PathText.string(cString: address)), let open = source.openReference else {
                return oriel_averror(EACCES)
            }
            if let options, source.policy.reachesNetwork {
                av_dict_set(options, "rw_timeout", MediaSource.networkTimeout, AV_DICT_DONT_OVERWRITE)
                source.http.setTrust(&options.pointee)
            }
            guard MediaSource.isLimited(PathText.string(cString: address)) else {
                return open(context, stream, address, flags, options)
            }
            let interrupted = source.openingWatch.begin()
            source.openingWatch.connecting += 1
            defer {
                source.openingWatch.connecting -= 1
                source.openingWatch.end(resuming: interrupted)
            }
            guard let options, source.policy.reachesNetwork, !source.http.headers.isEmpty else {
                return open(context, stream, address, flags, options)
            }
            // HLS passes on the headers of its own request, regardless of the segment's server.
            let target = source.followed(String(cString: address), of: source.address)
            source.http.setHeaders(&options.pointee, for: target, of: source.address)
            return target.withCString { open(context, stream, $0, flags, options) }
        }
    }

    /// Whether the medium may open an address. Keeps the first refusal for the report.
    private func mayOpen(_ address: String) -> Bool {
        if policy.allows(address) && isRegularIfFile(address) { return true }
        if refused == nil { refused = refusal(of: address) }
        return false
    }

    /// Whether a file is regular: opening a device or a pipe has effects or may block.
    private func isRegularIfFile(_ address: String) -> Bool {
        guard ProtocolPolicy.scheme(of: address) == "file" else { return true }
        let path = address.hasPrefix("file:") ? String(address.dropFirst(5)) : address
        var status = Glibc.stat()
        // The library reports missing files.
        return PathText.withCString(path) { stat($0, &status) } != 0 || status.st_mode & S_IFMT == S_IFREG
    }

    /// The error for an address that may not be opened.
    func refusal(of address: String) -> MediaError {
        let shown = String(address.prefix(100).filter { $0.isASCII && !$0.isWhitespace && $0 >= " " && $0 != "\u{7F}" })
        return MediaError(policy.isOfNetwork(address) ? .networkRefused(shown) : .referenceRefused(shown), location)
    }

    /// The error for a network address in the text of a manifest or script; nil if there is none. Such addresses are
    /// opened by libavformat without the callback.
    var refusalByText: MediaError? {
        guard let input, !policy.reachesNetwork, ["dash", "concat", "hls"].contains(probedFormat),
            let address = ProtocolPolicy.networkAddress(in: String(decoding: input.head, as: UTF8.self))
        else { return nil }
        return MediaError(.networkRefused(address), location)
    }
}
