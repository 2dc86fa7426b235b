package import CFFmpeg
package import OrielLibav
import OrielMedia
import OrielPlatform

/// An open container (`AVFormatContext`) and the choice of its streams. Demux thread only.
package final class MediaSource {
    /// Demuxers of text art, which accept any text as a picture.
    private static let textArt: Set<String> = ["tty", "bin", "xbin", "adf", "idf"]

    package let location: MediaLocation
    package let interruption: Interruption
    /// The file or pipe, or a copy of a medium in memory; nil if libavformat opens the address by itself.
    package var input: FileInput?
    package let http: HTTPOptions
    /// Title of the web page that led to the medium.
    package var pageTitle: String?
    /// Rules for the addresses that the medium may open besides itself.
    let policy: ProtocolPolicy
    /// Error of the first address that the medium named but may not open.
    package var refused: MediaError?
    /// Addresses that the medium has libavformat open.
    var references = References()
    private var format: UnsafePointer<AVInputFormat>?
    private(set) var probeScore: CInt = AVPROBE_SCORE_MAX
    private(set) var opened: UnsafeMutablePointer<AVFormatContext>?
    package var videoIndex: CInt = -1
    /// Indexes of the audio streams that can be played, and libavformat's choice among them.
    package var sounds: [CInt] = []
    package var bestSound: CInt?
    /// The subtitle streams that are read, by their index.
    package private(set) var subtitles: [CInt: SubtitleStream] = [:]
    private(set) var isOpening = true
    /// Limits the time for opening the medium and the addresses that it names.
    var openingWatch: OpeningWatch
    /// The start time when the container was opened first.
    private(set) var firstStart: Duration?
    /// Whether audio is wanted.
    package private(set) var isHeard = true
    /// Index of the audio stream that is read where not all are.
    package var readSound: CInt?
    /// Links of a chained stream; nil if the container has none.
    package var links: OggLinks?
    /// Correction of the times of ADTS packets.
    var drift = Drift()
    /// Frame rate of the film, for subtitle files that count frames; nil if unknown.
    private let filmRate: Rational?
    private(set) var headerSizes: [CInt: (width: Int, height: Int)] = [:]

    /// Purpose of opening a container.
    package enum Purpose: Hashable, Sendable {
        /// Play its video and subtitles, and its audio if `sound` is true.
        case playback(sound: Bool)
        /// Decode its video only.
        case pictures
        /// Play its audio only.
        case sound
        /// Read its subtitles only.
        case subtitles
    }

    /// Opens the container, reads until its streams are known, and chooses those that are used.
    /// - Parameters:
    ///   - allowsNetwork: whether a local file may name addresses on the network.
    ///   - http: the HTTP options.
    ///   - subtitles: hints for reading a subtitle file.
    package init(
        _ location: MediaLocation, for purpose: Purpose, allowsNetwork: Bool,
        http: HTTPOptions = HTTPOptions(longestReconnectDelay: .zero),
        subtitles reading: SubtitleReading = SubtitleReading(), interruption: Interruption
    ) throws(MediaError) {
        self.location = location
        self.http = http
        openingWatch = OpeningWatch(limit: http.longestOpening)
        self.interruption = interruption
        policy = ProtocolPolicy(location, allowsNetwork: allowsNetwork)
        filmRate = reading.frameRate
        if location.isFileElsewhere {
            throw MediaError(.failed("the address of a file has the form file:///path"), location)
        }
        switch location {
        case .path, .standardInput: input = try FileInput(location, closing: interruption.closing)
        case .url: input = nil
        }
        if purpose == .subtitles {
            if input == nil { input = try fetchedText(reading.text) }
            input?.decodeText(reading.text)
        }
        try probe()
        if SubtitleFormat.isText(probedFormat) || Self.isIndirect(probedFormat) { input?.mostBytes = http.texts.bytes }
        if purpose == .subtitles { input?.limit = SubtitleFormat.limit(of: probedFormat) }
        do throws(MediaError) {
            try openInOrder()
            try checkFormat()
            noteHeaderSizes()
            try readStreamInfo()
            switch purpose {
            case .playback(let hasSound):
                videoIndex = try chooseVideo(orSound: hasSound)
                chooseSounds()
                isHeard = hasSound
                subtitles = makeSubtitleStreams(isFile: false)
            case .pictures:
                videoIndex = try chooseVideo(orSound: false)
                isHeard = false
            case .sound:
                chooseSounds()
                guard !sounds.isEmpty else { throw MediaError(.noSound, location) }
            case .subtitles: subtitles = makeSubtitleStreams(isFile: true)
            }
        } catch {
            if input?.isBeyondMost == true { exceed("its text is larger than \(http.texts.size)") }
            // The fault may be due to a reference that it could not open.
            throw error.kind == .interrupted ? error : refused ?? openingError ?? error
        }
        openingWatch.end(resuming: nil)
        if openingWatch.isGivenUp, let openingError { throw openingError }
        discardOthers()
        dropAttachments()
        firstStart = startTime - (hasLiveWindow ? references.window?.head ?? .zero : .zero)
        lookForLinks()
        isOpening = false
    }

    deinit { avformat_close_input(&opened) }

    /// The context. It lives as long as the source, but `reopen` replaces it.
    var context: UnsafeMutablePointer<AVFormatContext> {
        get throws(MediaError) {
            guard let opened else { throw MediaError(.failed("it could not be reopened"), location) }
            return opened
        }
    }

    /// The chosen video stream.
    package var video: UnsafeMutablePointer<AVStream> {
        get throws(MediaError) {
            let context = try context
            guard videoIndex >= 0, videoIndex < context.pointee.nb_streams,
                let stream = context.pointee.streams[Int(videoIndex)]
            else { throw MediaError(.noStreams, location) }
            return stream
        }
    }

    package var streams: [UnsafeMutablePointer<AVStream>] {
        guard let context = opened?.pointee else { return [] }
        return (0..<Int(context.nb_streams)).compactMap { context.streams[$0] }
    }

    /// Names of the demuxer, such as `matroska,webm`.
    package var formatName: String { Libav.string(opened?.pointee.iformat?.pointee.name) ?? "unknown" }

    /// Name of the demuxer found by probing; empty if libavformat probes by itself.
    var probedFormat: String { Libav.string(format?.pointee.name) ?? "" }

    /// The demuxer's AVFMT_ flags.
    var formatFlags: CInt { opened?.pointee.iformat?.pointee.flags ?? 0 }

    /// Whether libavformat opened the medium by itself, so that it is neither a file nor a pipe.
    var isRemote: Bool { input == nil }

    /// Whether the medium can be sought in: a regular file, or a URL that reports so.
    package var isSeekable: Bool {
        guard let opened, opened.pointee.ctx_flags & AVFMTCTX_UNSEEKABLE == 0 else { return false }
        // HLS goes to a segment's beginning; only a playlist whose segments vanish can't be sought in.
        if formatName == "hls" { return true }
        if let input { return input.isRegular }
        // For DASH, libavformat's answer is about the manifest's file. A length shows that the medium has an end.
        if formatName == "dash" {
            return opened.pointee.duration > 0
                && opened.pointee.duration_estimation_method != AVFMT_DURATION_FROM_BITRATE
        }
        if let stream = opened.pointee.pb { return stream.pointee.seekable & AVIO_SEEKABLE_NORMAL != 0 }
        return opened.pointee.duration > 0
    }

    /// Whether packets have no times or can't be decoded from the middle, so that every seek reads from the start.
    package var seeksFromStart: Bool {
        formatFlags & AVFMT_NOTIMESTAMPS != 0 || isImageFormat || links?.clock.isChained == true || drift.isKnown
    }

    /// Time to seek before a target. In program streams many frames have no timestamp, and libavformat needs
    /// some packets to resume.
    package var seekMargin: Duration { formatName == "mpeg" ? .seconds(2) : .zero }

    /// Whether the demuxer is one for images, so that the medium may be a single image.
    package var isImageFormat: Bool {
        let name = formatName
        return name.hasSuffix("_pipe") || ["image2", "image2pipe", "gif", "apng", "mjpeg", "webp"].contains(name)
    }

    // MARK: Opening

    /// Finds the demuxer by the first bytes (`av_probe_input_buffer2`).
    func probe() throws(MediaError) {
        guard let stream = input?.stream else { return }
        let score = av_probe_input_buffer2(stream, &format, probeName, nil, 0, 0)
        if score < 0 {
            if interruption.isClosing { throw MediaError(.interrupted, location) }
            guard score == ORIEL_AVERROR_INVALIDDATA else {
                throw MediaError(.unreadable(Libav.words(score)), location)
            }
            throw MediaError(input?.isUntouched == true ? .emptyFile : .notMedia, location)
        }
        probeScore = score
        // A session description is only addresses; libavformat would listen on them at once.
        if probedFormat == "sdp" && !policy.reachesNetwork { throw MediaError(.networkRefused("RTP"), location) }
        // AviSynth scripts are programs.
        if probedFormat == "avisynth" { throw MediaError(.notMedia, location) }
    }

    /// Name that probing sees. Some demuxers use the extension as a hint, and one takes `%`, `*`, `?`, `{` and `[` for
    /// a pattern of many files.
    private var probeName: String {
        guard case .path(let path) = location else { return "" }
        return String(path.map { "%*?{}[]".contains($0) ? "_" : $0 })
    }

    private var isSession: Bool { isRemote && address.lowercased().hasPrefix("rtsp") }

    package var address: String {
        switch location {
        case .path(let path): "file:" + path
        case .standardInput: "pipe:0"
        // libavformat's own protocol for HLS reads playlists without any limit; its demuxer plays them too.
        case .url(let url): url.lowercased().hasPrefix("hls+") ? String(url.dropFirst(4)) : url
        }
    }

    /// Opens the container (`avformat_open_input`), with `input` for a file or pipe.
    /// - Parameter segment: number, from the end, of the segment of a live playlist to begin with; nil for the default.
    func open(at segment: Int? = nil) throws(MediaError) {
        guard let context = avformat_alloc_context() else { throw MediaError(.failed("out of memory"), location) }
        context.pointee.interrupt_callback = interruptCallback
        context.pointee.pb = input?.stream
        guardReferences(of: context)
        var options: OpaquePointer?
        defer { av_dict_free(&options) }
        av_dict_set(&options, "pattern_type", "none", 0)
        av_dict_set(&options, "protocol_whitelist", policy.list, 0)
        // Files that state their own rate ignore the option.
        if let filmRate { av_dict_set(&options, "subfps", "\(filmRate.numerator)/\(filmRate.denominator)", 0) }
        if isRemote { av_dict_set(&options, "rw_timeout", Self.networkTimeout, 0) }
        // RTSP has a separate timeout option.
        if isSession { av_dict_set(&options, "timeout", Self.networkTimeout, 0) }
        if policy.reachesNetwork {
            if let name = http.userAgent { av_dict_set(&options, "user_agent", name, 0) }
            http.setTrust(&options)
            if !keepsConnections { av_dict_set(&options, "http_persistent", "0", 0) }
        }
        if let segment { av_dict_set(&options, "live_start_index", "\(-segment)", 0) }
        references.playlists = Playlists()
        try checkFileText()
        opened = context
        openingWatch.container = context
        openingWatch.restart()
        if isRemote, Self.isLimited(address) { _ = openingWatch.begin() }
        guard let target = isRemote ? followed(address, of: address) : address else {
            throw openError(oriel_averror(EACCES))
        }
        if policy.reachesNetwork { setHeaders(&options, for: target) }
        let code = PathText.withCString(target) { avformat_open_input(&opened, $0, format, &options) }
        guard code >= 0 else {
            openingWatch.container = nil
            throw openError(code)
        }
        reconnectWhenLost()
        StartTrace.mark("the container is open")
    }

    /// Callback that interrupts libavformat's waiting.
    var interruptCallback: AVIOInterruptCB {
        AVIOInterruptCB(
            callback: { opaque in
                guard let opaque else { return 0 }
                return Unmanaged<MediaSource>.fromOpaque(opaque).takeUnretainedValue().isInterrupted ? 1 : 0
            }, opaque: Unmanaged.passUnretained(self).toOpaque())
    }

    private var isInterrupted: Bool {
        if references.isBeyondLimits || isOpeningOverdue || isTextTooLong { return true }
        if interruption.isClosing { return true }
        // A local file never waits for long. A remote one may, so a seek interrupts it.
        return policy.reachesNetwork && !isOpening && interruption.isSeekAwaited
    }

    /// The error for a code of `avformat_open_input`.
    func openError(_ code: CInt) -> MediaError {
        if interruption.isClosing { return MediaError(.interrupted, location) }
        if let refused = refused ?? refusalByText { return refused }
        let kind: MediaError.Kind =
            if code == ORIEL_AVERROR_ENOMEM {
                .failed("out of memory")
            } else if code == ORIEL_AVERROR_INVALIDDATA && isSession {
                // libavformat's code for a silent RTSP server.
                .network("the server sent no valid response")
            } else if code == oriel_averror(EIO) && isDistrusted {
                .network("its certificate can't be verified; see --tls-ca-file and --no-tls-verify")
            } else if input == nil && code != ORIEL_AVERROR_INVALIDDATA {
                .network(code == ORIEL_AVERROR_PROTOCOL_NOT_FOUND ? "unknown protocol" : Libav.words(code))
            } else if probeScore <= AVPROBE_SCORE_MAX / 4 || input == nil {
                .notMedia
            } else {
                .truncated
            }
        return MediaError(kind, location)
    }

    private func checkFormat() throws(MediaError) {
        if formatName.split(separator: ",").contains(where: { Self.textArt.contains(String($0)) }) {
            throw MediaError(.notMedia, location)
        }
    }

    /// Keeps the sizes in the header, since libavcodec clears those that it refuses.
    private func noteHeaderSizes() {
        guard let opened, opened.pointee.ctx_flags & AVFMTCTX_NOHEADER == 0, !isImageFormat,
            formatFlags & AVFMT_NOTIMESTAMPS == 0
        else { return }
        for stream in streams {
            let parameters = stream.pointee.codecpar.pointee
            guard parameters.codec_type == AVMEDIA_TYPE_VIDEO else { continue }
            headerSizes[stream.pointee.index] = (Int(parameters.width), Int(parameters.height))
        }
    }

    /// Reads until the streams are known (`avformat_find_stream_info`), with limits that keep decoders from allocating
    /// giant frames.
    private func readStreamInfo() throws(MediaError) {
        let context = try context
        let count = Int(context.pointee.nb_streams)
        var options = [OpaquePointer?](repeating: nil, count: count)
        for index in 0..<count {
            av_dict_set(&options[index], "max_pixels", String(PictureLimits.pixels), 0)
            av_dict_set(&options[index], "threads", "1", 0)
        }
        let code = count > 0 ? avformat_find_stream_info(context, &options) : avformat_find_stream_info(context, nil)
        for index in 0..<count { av_dict_free(&options[index]) }
        if interruption.isClosing { throw MediaError(.interrupted, location) }
        if code < 0 && context.pointee.nb_streams == 0 { throw openError(code) }
        StartTrace.mark("the streams are known")
    }

    /// Opens the container anew, at the very first packet.
    /// - Parameter segment: number, from the end, of the segment of a live playlist to begin with; nil for the default.
    /// - Returns: negative on failure, also if the video has another codec now.
    package func reopen(at segment: Int? = nil) throws(MediaError) -> CInt {
        let codec = videoIndex < 0 ? nil : try video.pointee.codecpar.pointee.codec_id
        isOpening = true
        defer {
            isOpening = false
            openingWatch.end(resuming: nil)
        }
        openingWatch.container = nil
        avformat_close_input(&opened)
        if let stream = input?.stream {
            let position = avio_seek(stream, 0, SEEK_SET)
            guard position == 0 else { return CInt(clamping: position) }
        }
        try open(at: segment)
        links?.rewind()
        drift.ticks = 0
        // ADTS has no header either, and its packets no durations before.
        if try context.pointee.ctx_flags & AVFMTCTX_NOHEADER != 0 || formatName == "aac" { try readStreamInfo() }
        if let codec, try video.pointee.codecpar.pointee.codec_id != codec { return ORIEL_AVERROR_STREAM_NOT_FOUND }
        let heard = streams.filter { $0.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_AUDIO }
        sounds = sounds.filter { index in heard.contains { $0.pointee.index == index } }
        discardOthers()
        dropAttachments()
        return 0
    }
}
