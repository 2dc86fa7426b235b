import CFFmpeg
import CLinux
import Glibc
import OrielPlatform

/// What a medium may make libavformat open: playlists, manifests and scripts name other files and addresses.
extension MediaSource {
    /// `AVFormatContext.io_open`.
    typealias OpenReference =
        @convention(c) (
            UnsafeMutablePointer<AVFormatContext>?, UnsafeMutablePointer<UnsafeMutablePointer<AVIOContext>?>?,
            UnsafePointer<CChar>?, CInt, UnsafeMutablePointer<OpaquePointer?>?
        ) -> CInt

    /// After so many microseconds without a byte a network read fails.
    static let networkTimeout = "15000000"

    /// Puts our own callback before the library's. HLS asks it for each reference; DASH, scripts and sessions open theirs
    /// themselves, where only the list of protocols holds them.
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
                // HLS hands its own request's on, whichever server has the segment.
                if !source.http.headers.isEmpty {
                    let lines = source.http.headerLines(for: String(cString: address), of: source.address)
                    av_dict_set(options, "headers", lines, 0)
                }
            }
            return open(context, stream, address, flags, options)
        }
    }

    /// Keeps the first refusal.
    private func mayOpen(_ address: String) -> Bool {
        if policy.allows(address) && isRegularIfFile(address) { return true }
        if refused == nil { refused = refusal(of: address) }
        return false
    }

    /// Devices and pipes do things when they are opened, or hold up who opens them.
    private func isRegularIfFile(_ address: String) -> Bool {
        guard ProtocolPolicy.scheme(of: address) == "file" else { return true }
        let path = address.hasPrefix("file:") ? String(address.dropFirst(5)) : address
        var status = Glibc.stat()
        // What isn't there is for the library to say.
        return PathText.withCString(path) { stat($0, &status) } != 0 || status.st_mode & S_IFMT == S_IFREG
    }

    /// What is said of an address that may not be opened.
    func refusal(of address: String) -> MediaError {
        let shown = String(address.prefix(100).filter { $0.isASCII && !$0.isWhitespace && $0 >= " " && $0 != "\u{7F}" })
        return MediaError(policy.isOfNetwork(address) ? .networkRefused(shown) : .referenceRefused(shown), location)
    }

    /// Manifests and scripts open what they name past our callback, so that their text must tell why they failed.
    var refusalByText: MediaError? {
        guard let input, !policy.reachesNetwork, ["dash", "concat", "hls"].contains(probedFormat),
            let address = ProtocolPolicy.networkAddress(in: String(decoding: input.head, as: UTF8.self))
        else { return nil }
        return MediaError(.networkRefused(address), location)
    }
}
