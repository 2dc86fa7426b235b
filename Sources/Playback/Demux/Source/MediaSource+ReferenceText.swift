import CFFmpeg
import OrielLibav
import OrielPlatform

/// Texts that name further addresses are read as a whole before libavformat parses them, since its parsers have no
/// limits.
extension MediaSource {
    /// Count of the playlists that opening the medium has led to.
    struct Playlists {
        /// Depths of the playlists that are named but not loaded yet. libavformat loads them in this order.
        private var waiting: [Int] = []
        /// Depth of the playlist that is opened.
        private var depth = 0
        /// Number of playlists that were named.
        private var count = 0
        /// Addresses that were playlists, and whether each names others.
        private(set) var loaded: [String: Bool] = [:]
        /// Address of the first one with segments, which `References.window` follows.
        var followed: String?

        /// Notes that an address is opened, which is the next playlist as long as any waits.
        mutating func begin() { depth = waiting.isEmpty ? 0 : waiting.removeFirst() }

        /// Notes a playlist that was loaded.
        /// - Returns: the reason why the medium is refused; nil if it isn't.
        mutating func note(_ text: ReferenceText, at address: String, _ limits: TextLimits) -> String? {
            loaded[address] = text.lists > 0
            guard text.lists > 0 else { return nil }
            count += text.lists
            if count > limits.lists { return "its playlists lead to more than \(limits.lists) others" }
            if depth + 1 >= limits.depth { return "its playlists lie more than \(limits.depth) deep in each other" }
            waiting += repeatElement(depth + 1, count: text.lists)
            return nil
        }
    }

    /// Schemes of addresses that may be playlists. Other protocols may wait for a sender.
    private static let textual: Set<String> = ["http", "https", "file", "data", "ftp", "sftp"]

    /// Reads a stream that was opened for libavformat, if it may be a text that names further addresses, and puts all
    /// bytes back. Refuses the medium if the text is beyond the limits or would send credentials to another server.
    /// - Parameters:
    ///   - address: address as the medium has it.
    ///   - target: address that it leads to.
    /// - Returns: negative if the stream may not be used. It is closed then.
    func checkText(
        _ stream: UnsafeMutablePointer<UnsafeMutablePointer<AVIOContext>?>,
        of context: UnsafeMutablePointer<AVFormatContext>, _ address: String, leadingTo target: String
    ) -> CInt {
        guard let opened = stream.pointee, Self.textual.contains(ProtocolPolicy.scheme(of: address)),
            isOpening || references.playlists.loaded[address] != nil
        else { return 0 }
        let isMedium = context.pointee.iformat == nil
        var bytes: [UInt8] = []
        var guess = ReferenceText.Guess.unknown
        var part = [UInt8](repeating: 0, count: max(32 << 10, Int(opened.pointee.buffer_size)))
        while bytes.count <= http.texts.bytes {
            let count = avio_read_partial(opened, &part, CInt(part.count))
            guard count > 0 else { break }
            bytes += part[..<Int(count)]
            if guess == .unknown { guess = ReferenceText.guess(bytes, isMedium: isMedium) }
            if guess == .other { break }
        }
        if case .text(let kind) = guess {
            let text = ReferenceText(bytes, kind)
            if let reason = refusal(of: text, address, leadingTo: target) {
                exceed(reason)
                avio_closep(stream)
                return oriel_averror(EACCES)
            }
            if kind == .playlist, text.lists == 0 { followWindow(bytes, of: address) }
            // Over a connection that is kept, libavformat would load the next playlist without a call.
            if kind == .playlist, !isMedium, keepsConnections {
                av_opt_set_int(context, "http_persistent", 0, AV_OPT_SEARCH_CHILDREN)
                references.unkeptPlaylist = opened
            }
        }
        guard !bytes.isEmpty else { return 0 }
        if isMedium, isInDisorder(opened, bytes) {
            avio_closep(stream)
            return oriel_averror(EACCES)
        }
        return Self.putBack(bytes, into: opened) ? 0 : ORIEL_AVERROR_ENOMEM
    }

    /// Notes the segments of a playlist. Of several, the first is followed.
    private func followWindow(_ playlist: [UInt8], of address: String) {
        guard references.playlists.followed ?? address == address else { return }
        references.playlists.followed = address
        if references.window == nil {
            references.window = LiveWindow(playlist)
        } else {
            references.window?.advance(to: playlist)
        }
    }

    private func refusal(of text: ReferenceText, _ address: String, leadingTo target: String) -> String? {
        if let excess = text.excess(http.texts, at: address) { return excess }
        if http.sendsCredentials(to: target, of: self.address),
            let other = text.addressElsewhere(
                scheme: ProtocolPolicy.scheme(of: target),
                isOwn: { http.sendsCredentials(to: $0, of: self.address) })
        {
            return "its manifest names another server, which would get the credentials: "
                + PathText.brief(other)
        }
        if isOfInternetOnly,
            let other = text.addressElsewhere(scheme: ProtocolPolicy.scheme(of: target), isOwn: mayReach)
        {
            return refused?.reason ?? "its manifest names \(PathText.brief(other))"
        }
        guard text.kind == .playlist else { return nil }
        if isOpening { return references.playlists.note(text, at: address, http.texts) }
        // libavformat adds the named playlists at each load, and frees none.
        let wasOfSegments = references.playlists.loaded[address] == false
        return text.lists > 0 && wasOfSegments ? "its playlist names other playlists now" : nil
    }

    /// Checks the text of a file that names further addresses, as `checkText` does for an address.
    func checkFileText() throws(MediaError) {
        guard let input, Self.isIndirect(probedFormat) else { return }
        let bytes = input.bytes(at: 0, count: http.texts.bytes + 1)
        guard case .text(let kind) = ReferenceText.guess(bytes, isMedium: true),
            let reason = refusal(of: ReferenceText(bytes, kind), address, leadingTo: address)
        else { return }
        throw MediaError(.failed(reason), location)
    }

    /// Refuses the medium, and interrupts libavformat from now on.
    func exceed(_ reason: String) {
        refused = MediaError(.failed(reason), location)
        references.isBeyondLimits = true
    }

    /// Makes bytes that were read the stream's next ones, as libavformat does after probing
    /// (`ffio_rewind_with_probe_data`). False if memory ran out.
    private static func putBack(_ bytes: [UInt8], into stream: UnsafeMutablePointer<AVIOContext>) -> Bool {
        let size = max(bytes.count, Int(stream.pointee.buffer_size))
        guard let memory = av_malloc(size)?.assumingMemoryBound(to: UInt8.self) else { return false }
        memory.update(from: bytes, count: bytes.count)
        av_freep(&stream.pointee.buffer)
        stream.pointee.buffer = memory
        stream.pointee.buffer_size = CInt(clamping: size)
        stream.pointee.buf_ptr = memory
        stream.pointee.buf_end = memory + bytes.count
        stream.pointee.eof_reached = 0
        return true
    }

    /// Whether HLS may keep connections: a request over one has the headers of the medium's own server.
    var keepsConnections: Bool { !http.headers.contains(where: \.isCredential) }

    /// Whether libavformat has read more of a text than is allowed before its header was known.
    var isTextTooLong: Bool {
        guard isRemote, isOpening, openingWatch.connecting == 0, let container = openingWatch.container,
            let name = Libav.string(container.pointee.iformat?.pointee.name),
            SubtitleFormat.isText(name) || Self.isIndirect(name),
            container.pointee.pb?.pointee.bytes_read ?? 0 > Int64(http.texts.bytes)
        else { return false }
        exceed("its text is larger than \(http.texts.size)")
        return true
    }
}
