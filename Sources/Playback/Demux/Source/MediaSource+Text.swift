import CFFmpeg
import CLinux
import Glibc
package import OrielLibav
package import OrielPlatform

/// Subtitle files of web servers, which are read as local ones are: their text becomes UTF-8 in one place, before
/// libavformat sees it.
extension MediaSource {
    /// Fetches the text of a subtitle file from a web server, at most `HTTPOptions.texts` of it; nil if the address is
    /// none, or leads to anything else, such as a playlist or a container, which libavformat opens by itself.
    /// - Throws: `MediaError` if the server can't be reached, answers with an error, or sends nothing for too long.
    func fetchedText(_ hints: TextHints) throws(MediaError) -> FileInput? {
        guard ["http", "https"].contains(ProtocolPolicy.scheme(of: address)) else { return nil }
        return try fetching { stream throws(MediaError) in
            var bytes: [UInt8] = []
            try read(stream, to: &bytes, atMost: TextEncoding.sampleSize)
            guard Self.isText(bytes, hints) else { return nil }
            try read(stream, to: &bytes, atMost: http.texts.bytes)
            let file = try memory()
            try write(bytes[...], to: file.number)
            lseek(file.number, 0, SEEK_SET)
            return try FileInput(
                owning: file, location, isCut: bytes.count >= http.texts.bytes, closing: interruption.closing)
        }
    }

    /// Requests the medium's address, and calls `body` with the answer's stream.
    func fetching<Result: ~Copyable>(
        _ body: (UnsafeMutablePointer<AVIOContext>) throws(MediaError) -> Result
    ) throws(MediaError) -> Result {
        openingWatch.restart()
        openingWatch.fetched = 0
        _ = openingWatch.begin()
        defer {
            openingWatch.fetched = nil
            openingWatch.end(resuming: nil)
        }
        guard let target = followed(address, of: address) else { throw fetchError(oriel_averror(EACCES)) }
        var options: OpaquePointer?
        defer { av_dict_free(&options) }
        av_dict_set(&options, "protocol_whitelist", policy.list, 0)
        av_dict_set(&options, "rw_timeout", Self.networkTimeout, 0)
        if let name = http.userAgent { av_dict_set(&options, "user_agent", name, 0) }
        http.setTrust(&options)
        setHeaders(&options, for: target)
        var stream: UnsafeMutablePointer<AVIOContext>?
        var callback = interruptCallback
        let code = PathText.withCString(target) { avio_open2(&stream, $0, AVIO_FLAG_READ, &callback, &options) }
        guard code >= 0, let stream else { throw fetchError(code) }
        defer {
            var closed: UnsafeMutablePointer<AVIOContext>? = stream
            avio_closep(&closed)
        }
        return try body(stream)
    }

    /// Makes an empty file in memory.
    package func memory() throws(MediaError) -> Descriptor {
        let number = oriel_memfd_create("oriel-medium")
        guard number >= 0 else { throw MediaError(errno: errno, location) }
        return Descriptor(owning: number)
    }

    func write(_ bytes: ArraySlice<UInt8>, to file: CInt) throws(MediaError) {
        var left = bytes
        while !left.isEmpty {
            let count = left.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            guard count > 0 || errno == EINTR else { throw MediaError(errno: errno, location) }
            left = left.dropFirst(max(0, count))
        }
    }

    /// Appends what a server sends, until its end or until there are `most` bytes. A connection that breaks ends it, as
    /// in libavformat.
    private func read(
        _ stream: UnsafeMutablePointer<AVIOContext>, to bytes: inout [UInt8], atMost most: Int
    ) throws(MediaError) {
        var part = [UInt8](repeating: 0, count: 32 << 10)
        while bytes.count < most {
            let count = avio_read_partial(stream, &part, CInt(min(part.count, most - bytes.count)))
            if interruption.isClosing || openingWatch.hasExpired { throw fetchError(count) }
            guard count > 0 else { return }
            bytes += part[..<Int(count)]
            openingWatch.fetched = Int64(bytes.count)
        }
    }

    /// Whether a text, by its beginning, is of a format that libavformat reads as a whole.
    private static func isText(_ sample: [UInt8], _ hints: TextHints) -> Bool {
        var text = TextEncoding(of: sample, hints).utf8(sample)
        let count = text.count
        text += [UInt8](repeating: 0, count: Int(AVPROBE_PADDING_SIZE))
        return text.withUnsafeMutableBufferPointer { text in
            var data = AVProbeData(filename: nil, buf: text.baseAddress, buf_size: CInt(count), mime_type: nil)
            guard let format = av_probe_input_format(&data, 1) else { return false }
            return SubtitleFormat.isText(Libav.string(format.pointee.name) ?? "")
        }
    }

    func fetchError(_ code: CInt) -> MediaError {
        if interruption.isClosing { return MediaError(.interrupted, location) }
        return openingError ?? openError(code)
    }
}
