import CFFmpeg
import OrielMedia
import OrielPlatform

/// An open container and its video stream (`AVFormatContext`). Demux thread only.
final class MediaSource {
    /// Demuxers of text art: they take any text for a picture.
    private static let textArt: Set<String> = ["tty", "bin", "xbin", "adf", "idf"]

    let location: MediaLocation
    let core: PipelineCore
    let input: FileInput?
    /// What libavformat reads where there is no `input`.
    let tap = ConnectionTap()
    let http: HTTPOptions
    /// What the page calls it that led here.
    var pageTitle: String?
    /// What it may open besides itself.
    let policy: ProtocolPolicy
    /// The first address that it named and may not open.
    var refused: MediaError?
    /// How libavformat opens what a medium names; ours asks the policy first.
    var openReference: OpenReference?
    private var format: UnsafePointer<AVInputFormat>?
    private(set) var probeScore: CInt = AVPROBE_SCORE_MAX
    private(set) var opened: UnsafeMutablePointer<AVFormatContext>?
    var videoIndex: CInt = -1
    /// The numbers of the streams of sound that can be played, and of those the one that libavformat thinks best.
    var sounds: [CInt] = []
    var bestSound: CInt?
    /// The subtitles that are read, by the number of their stream.
    private(set) var subtitles: [CInt: SubtitleStream] = [:]
    private var isOpening = true
    /// The start of its time when it was opened first.
    private(set) var firstStart: Duration?
    /// Sound is wanted.
    private(set) var isHeard = true
    /// The one stream of sound that is read where not all are.
    var readSound: CInt?
    /// Makes one clock of a chained stream's; nil where the container has no links.
    var links: LinkClock?
    /// The ticks of that clock.
    var linkBase: AVRational?
    /// The film's frames a second, for a file of subtitles that counts frames; nil if unknown.
    private let filmRate: Rational?
    private var headerSizes: [CInt: (width: Int, height: Int)] = [:]

    /// What a container is opened for.
    enum Purpose: Hashable, Sendable {
        /// Its pictures and subtitles, and its sound where that is wanted.
        case playback(sound: Bool)
        /// Its pictures alone.
        case pictures
        /// Its sound alone.
        case sound
        /// Its subtitles alone.
        case subtitles
    }

    /// Opens the container, reads until its streams are known, and chooses those that are played.
    /// - Parameters:
    ///   - allowsNetwork: a local file may name addresses on the network.
    ///   - http: what web servers are told.
    ///   - subtitles: help to read a file of subtitles.
    init(
        _ location: MediaLocation, for purpose: Purpose, allowsNetwork: Bool,
        http: HTTPOptions = HTTPOptions(longestReconnectDelay: .zero),
        subtitles reading: SubtitleReading = SubtitleReading(), core: PipelineCore
    ) throws(MediaError) {
        self.location = location
        self.http = http
        self.core = core
        policy = ProtocolPolicy(location, allowsNetwork: allowsNetwork)
        filmRate = reading.frameRate
        switch location {
        case .path, .standardInput: input = try FileInput(location, closing: core.closing)
        case .url: input = nil
        }
        if purpose == .subtitles { input?.decodeText(reading.text) }
        try probe()
        if purpose == .subtitles { input?.limit = TextFormat(probedFormat)?.limit }
        do throws(MediaError) {
            try open()
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
            // What is missing may be what it could not open.
            throw error.kind == .interrupted ? error : refused ?? error
        }
        discardOthers()
        dropAttachments()
        firstStart = startTime
        lookForLinks()
        isOpening = false
    }

    deinit { avformat_close_input(&opened) }

    /// The context; it lives as long as the source, but `reopen` replaces it.
    var context: UnsafeMutablePointer<AVFormatContext> {
        get throws(MediaError) {
            guard let opened else { throw MediaError(.failed("it could not be opened again"), location) }
            return opened
        }
    }

    /// The chosen stream.
    var video: UnsafeMutablePointer<AVStream> {
        get throws(MediaError) {
            let context = try context
            guard videoIndex >= 0, videoIndex < context.pointee.nb_streams,
                let stream = context.pointee.streams[Int(videoIndex)]
            else { throw MediaError(.noStreams, location) }
            return stream
        }
    }

    var streams: [UnsafeMutablePointer<AVStream>] {
        guard let context = opened?.pointee else { return [] }
        return (0..<Int(context.nb_streams)).compactMap { context.streams[$0] }
    }

    /// The demuxer's names, such as `matroska,webm`.
    var formatName: String { Libav.string(opened?.pointee.iformat?.pointee.name) ?? "unknown" }

    /// The name of the demuxer that the first bytes asked for; empty where libavformat itself looks.
    var probedFormat: String { Libav.string(format?.pointee.name) ?? "" }

    /// The demuxer's AVFMT_ flags.
    var formatFlags: CInt { opened?.pointee.iformat?.pointee.flags ?? 0 }

    /// Whether nothing but its name's extension made it pass for a picture.
    var isKnownByNameOnly: Bool { formatName == "image2" }

    /// The video's size as the container's header has it; nil where the header has none.
    var declaredSize: (width: Int, height: Int)? { headerSizes[videoIndex] }

    /// Neither a file nor a pipe: libavformat opened it itself.
    var isRemote: Bool { input == nil }

    /// Whether there is a way back: a regular file, or a URL that says so.
    var isSeekable: Bool {
        guard let opened, opened.pointee.ctx_flags & AVFMTCTX_UNSEEKABLE == 0 else { return false }
        if let input { return input.isRegular }
        // What libavformat calls seekable then is the manifest's file; it has a length where it has an end.
        if formatName == "dash" {
            return opened.pointee.duration > 0
                && opened.pointee.duration_estimation_method != AVFMT_DURATION_FROM_BITRATE
        }
        if let stream = opened.pointee.pb { return stream.pointee.seekable & AVIO_SEEKABLE_NORMAL != 0 }
        return opened.pointee.duration > 0
    }

    /// Whether the packets carry no times, or can't be decoded from the middle: one gets anywhere from the start only.
    var seeksFromStart: Bool {
        formatFlags & AVFMT_NOTIMESTAMPS != 0 || isImageFormat || links?.isChained == true
    }

    /// In a program stream many frames have no time of their own, and libavformat needs some to find its place again.
    var seekMargin: Duration { formatName == "mpeg" ? .seconds(2) : .zero }

    /// A demuxer of pictures rather than of video: what comes out may be one picture.
    var isImageFormat: Bool {
        let name = formatName
        return name.hasSuffix("_pipe") || ["image2", "image2pipe", "gif", "apng", "mjpeg", "webp"].contains(name)
    }

    // MARK: Opening

    /// Finds the demuxer by what the input begins with (`av_probe_input_buffer2`).
    private func probe() throws(MediaError) {
        guard let stream = input?.stream else { return }
        let score = av_probe_input_buffer2(stream, &format, probeName, nil, 0, 0)
        if score < 0 {
            if core.isClosing { throw MediaError(.interrupted, location) }
            guard score == ORIEL_AVERROR_INVALIDDATA else {
                throw MediaError(.unreadable(Libav.words(score)), location)
            }
            throw MediaError(input?.isUntouched == true ? .emptyFile : .notMedia, location)
        }
        probeScore = score
        // A session's description is nothing but addresses; libavformat would listen there at once.
        if probedFormat == "sdp" && !policy.reachesNetwork { throw MediaError(.networkRefused("RTP"), location) }
        // Its scripts are programs.
        if probedFormat == "avisynth" { throw MediaError(.notMedia, location) }
    }

    /// The name that probing sees: some demuxers take the extension as a hint, and one takes `%`, `*`, `?`, `{` and `[`
    /// for a pattern of many files.
    private var probeName: String {
        guard case .path(let path) = location else { return "" }
        return String(path.map { "%*?{}[]".contains($0) ? "_" : $0 })
    }

    private var isSession: Bool { isRemote && address.lowercased().hasPrefix("rtsp") }

    var address: String {
        switch location {
        case .path(let path): "file:" + path
        case .standardInput: "pipe:0"
        case .url(let url): url
        }
    }

    /// `avformat_open_input`, with our input where it is a file's or a pipe's.
    private func open() throws(MediaError) {
        guard let context = avformat_alloc_context() else { throw MediaError(.failed("out of memory"), location) }
        context.pointee.interrupt_callback = interruption
        context.pointee.pb = input?.stream
        guardReferences(of: context)
        var options: OpaquePointer?
        defer { av_dict_free(&options) }
        av_dict_set(&options, "pattern_type", "none", 0)
        av_dict_set(&options, "protocol_whitelist", policy.list, 0)
        // Files that tell their own rate ignore it.
        if let filmRate { av_dict_set(&options, "subfps", "\(filmRate.numerator)/\(filmRate.denominator)", 0) }
        if isRemote { av_dict_set(&options, "rw_timeout", Self.networkTimeout, 0) }
        // Sessions have an option of their own for it.
        if isSession { av_dict_set(&options, "timeout", Self.networkTimeout, 0) }
        if policy.reachesNetwork {
            if let name = http.userAgent { av_dict_set(&options, "user_agent", name, 0) }
            if let lines = http.headerLines(for: address, of: address) { av_dict_set(&options, "headers", lines, 0) }
            http.setTrust(&options)
        }
        opened = context
        let code = PathText.withCString(address) { avformat_open_input(&opened, $0, format, &options) }
        guard code >= 0 else { throw openError(code) }
        reconnectWhenLost()
        StartTrace.mark("the container is open")
    }

    /// From now on: an address that can't be reached at all is told at once.
    private func reconnectWhenLost() {
        let delay = http.longestReconnectDelay.components.seconds
        guard isRemote, delay > 0, let stream = opened?.pointee.pb else { return }
        // Other protocols than HTTP have none of them.
        for name in ["reconnect", "reconnect_streamed", "reconnect_on_network_error"] {
            _ = av_opt_set(stream, name, "1", AV_OPT_SEARCH_CHILDREN)
        }
        _ = av_opt_set(stream, "reconnect_delay_max", String(delay), AV_OPT_SEARCH_CHILDREN)
    }

    /// Ends what libavformat waits for.
    var interruption: AVIOInterruptCB {
        AVIOInterruptCB(
            callback: { opaque in
                guard let opaque else { return 0 }
                return Unmanaged<MediaSource>.fromOpaque(opaque).takeUnretainedValue().isInterrupted ? 1 : 0
            }, opaque: Unmanaged.passUnretained(self).toOpaque())
    }

    private var isInterrupted: Bool {
        core.state.withLock { state in
            // Local files never wait for long; what is remote may, so a seek interrupts it.
            state.isClosing || (policy.reachesNetwork && !isOpening && state.request != nil)
        }
    }

    private func openError(_ code: CInt) -> MediaError {
        if core.isClosing { return MediaError(.interrupted, location) }
        if let refused = refused ?? refusalByText { return refused }
        let kind: MediaError.Kind =
            if code == ORIEL_AVERROR_ENOMEM {
                .failed("out of memory")
            } else if code == ORIEL_AVERROR_INVALIDDATA && isSession {
                // What libavformat calls a silence in one.
                .network("no answer that can be understood")
            } else if code == oriel_averror(EIO) && isDistrusted {
                .network("its certificate can't be verified; --tls-ca-file or --no-tls-verify help")
            } else if input == nil && code != ORIEL_AVERROR_INVALIDDATA {
                .network(code == ORIEL_AVERROR_PROTOCOL_NOT_FOUND ? "unknown kind of address" : Libav.words(code))
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

    /// Keeps the sizes of a header that has them, before libavcodec forgets those it refuses.
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

    /// `avformat_find_stream_info`, in which no decoder may make a giant picture.
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
        if core.isClosing { throw MediaError(.interrupted, location) }
        if code < 0 && context.pointee.nb_streams == 0 { throw openError(code) }
        StartTrace.mark("the streams are known")
    }

    /// Opens it anew, for the very first packet again.
    func reopen() throws(MediaError) -> CInt {
        let codec = videoIndex < 0 ? nil : try video.pointee.codecpar.pointee.codec_id
        isOpening = true
        defer { isOpening = false }
        avformat_close_input(&opened)
        if let stream = input?.stream {
            let position = avio_seek(stream, 0, SEEK_SET)
            guard position == 0 else { return CInt(clamping: position) }
        }
        try open()
        links?.rewind()
        if try context.pointee.ctx_flags & AVFMTCTX_NOHEADER != 0 { try readStreamInfo() }
        if let codec, try video.pointee.codecpar.pointee.codec_id != codec { return ORIEL_AVERROR_STREAM_NOT_FOUND }
        let heard = streams.filter { $0.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_AUDIO }
        sounds = sounds.filter { index in heard.contains { $0.pointee.index == index } }
        discardOthers()
        dropAttachments()
        return 0
    }
}
