import CFFmpeg
import CLinux
import Glibc
import OrielLibav
import OrielPlatform

/// Control over the files and addresses that playlists, manifests and scripts make libavformat open.
extension MediaSource {
    /// Type of `AVFormatContext.io_open`.
    typealias OpenReference =
        @convention(c) (
            UnsafeMutablePointer<AVFormatContext>?, UnsafeMutablePointer<UnsafeMutablePointer<AVIOContext>?>?,
            UnsafePointer<CChar>?, CInt, UnsafeMutablePointer<OpaquePointer?>?
        ) -> CInt
    /// Type of `AVFormatContext.io_close2`.
    typealias CloseReference =
        @convention(c) (UnsafeMutablePointer<AVFormatContext>?, UnsafeMutablePointer<AVIOContext>?) -> CInt

    /// State of the references.
    struct References {
        /// The library's own `io_open`, which is called after the policy has agreed.
        var open: OpenReference?
        /// The library's own `io_close2`.
        var close: CloseReference?
        /// Playlists that the medium leads to.
        var playlists = Playlists()
        /// Segments of the medium's playlist; nil if none was loaded.
        var window: LiveWindow?
        /// The playlist whose connection is not kept, while libavformat reads it.
        var unkeptPlaylist: UnsafeMutablePointer<AVIOContext>?
        /// Whether a text was beyond the limits, so that nothing more is read.
        var isBeyondLimits = false
        /// Whether the index of an MP4 file on a server that can't seek comes after its frames.
        var hasLateIndex = false
        /// Whether hosts are on the internet, by name, where a medium may open no others.
        var places: [String: Bool] = [:]
    }

    /// Microseconds without a byte after which a network read fails.
    static let networkTimeout = "15000000"

    /// Installs a callback that checks each reference before the library opens it.
    ///
    /// HLS opens its references through the callback. DASH, scripts and sessions open theirs directly, and are limited
    /// by the protocol whitelist, and by what `checkText` finds in their text.
    func guardReferences(of context: UnsafeMutablePointer<AVFormatContext>) {
        references.open = context.pointee.io_open
        context.pointee.opaque = Unmanaged.passUnretained(self).toOpaque()
        context.pointee.io_open = { context, stream, address, flags, options in
            guard let context, let opaque = context.pointee.opaque, let address, let stream else {
                return oriel_averror(EACCES)
            }
            let source = Unmanaged<MediaSource>.fromOpaque(opaque).takeUnretainedValue()
            guard source.mayOpen(PathText.string(cString: address)), let open = source.references.open else {
                return oriel_averror(EACCES)
            }
            if source.isOpening { source.references.playlists.begin() }
            var target = PathText.string(cString: address)
            if let options, source.policy.reachesNetwork {
                av_dict_set(options, "rw_timeout", MediaSource.networkTimeout, AV_DICT_DONT_OVERWRITE)
                source.http.setTrust(&options.pointee)
            }
            let code = source.opening(target) {
                guard let options, source.policy.reachesNetwork,
                    !source.http.headers.isEmpty || source.isOfInternetOnly
                else { return open(context, stream, address, flags, options) }
                guard let followed = source.followed(target, of: source.address) else { return oriel_averror(EACCES) }
                target = followed
                // HLS passes on the headers of its own request, regardless of the segment's server.
                source.setHeaders(&options.pointee, for: target)
                return PathText.withCString(target) { open(context, stream, $0, flags, options) }
            }
            guard code >= 0 else { return code }
            return source.checkText(stream, of: context, PathText.string(cString: address), leadingTo: target)
        }
        references.close = context.pointee.io_close2
        context.pointee.io_close2 = { context, stream in
            guard let context, let opaque = context.pointee.opaque else { return 0 }
            let source = Unmanaged<MediaSource>.fromOpaque(opaque).takeUnretainedValue()
            if stream != nil, source.references.unkeptPlaylist == stream {
                source.references.unkeptPlaylist = nil
                av_opt_set_int(context, "http_persistent", 1, AV_OPT_SEARCH_CHILDREN)
            }
            return source.references.close?(context, stream) ?? 0
        }
    }

    /// Opens an address, within the limit of time if there is one.
    private func opening(_ address: String, _ open: () -> CInt) -> CInt {
        guard Self.isLimited(address) else { return open() }
        let interrupted = openingWatch.begin()
        openingWatch.connecting += 1
        defer {
            openingWatch.connecting -= 1
            openingWatch.end(resuming: interrupted)
        }
        return open()
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
