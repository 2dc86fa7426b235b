import CFFmpeg
import OrielMedia
import OrielPlatform

extension MediaSource {
    /// What fonts may take, in bytes; those for which there is no room are left out.
    private static let fontBytes = 256 << 20
    /// The most streams of subtitles that are read.
    private static let subtitleStreams = 64

    /// The streams of subtitles that libavcodec can decode, by their number in the container.
    /// - Parameter isFile: there is nothing else in it, and it is read as a whole.
    func makeSubtitleStreams(isFile: Bool) -> [CInt: SubtitleStream] {
        let candidates = streams.filter {
            $0.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_SUBTITLE
                && avcodec_find_decoder($0.pointee.codecpar.pointee.codec_id) != nil
        }
        guard !candidates.isEmpty else { return [:] }
        let fonts = fonts
        // A file of subtitles begins with the film, however late its first line comes.
        let start = videoIndex < 0 ? .zero : startTime
        var made: [CInt: SubtitleStream] = [:]
        for stream in candidates.prefix(Self.subtitleStreams) {
            made[stream.pointee.index] = SubtitleStream(
                stream, subtitleInfo(of: stream.pointee), fonts: fonts, startTime: start,
                isFile: isFile)
        }
        return made
    }

    /// Whether text lies between the pictures and isn't found by the index: containers with tables of samples have a line where a
    /// seek goes, however early it began.
    var hasTextBetweenPictures: Bool {
        formatName.hasPrefix("matroska") && isSeekable && subtitles.values.contains { !$0.info.isPicture }
    }

    private func subtitleInfo(of stream: AVStream) -> MediaInfo.Subtitle {
        let file = videoIndex < 0 ? location.description.split(separator: "/").last.map(String.init) : nil
        let codec = stream.codecpar.pointee.codec_id
        let properties = avcodec_descriptor_get(codec)?.pointee.props ?? 0
        return MediaInfo.Subtitle(
            stream: Int(stream.index), codec: String(cString: avcodec_get_name(codec)),
            language: Libav.text(stream.metadata, "language", limit: 32).flatMap { $0 == "und" ? nil : $0 }
                ?? file.flatMap(SubtitleNeighbours.language),
            title: Libav.text(stream.metadata, "title", limit: 256),
            isDefault: stream.disposition & AV_DISPOSITION_DEFAULT != 0,
            isForced: stream.disposition & AV_DISPOSITION_FORCED != 0,
            isForHearingImpaired: stream.disposition & AV_DISPOSITION_HEARING_IMPAIRED != 0,
            file: file.map { PathText.shown($0) },
            isPicture: properties & AV_CODEC_PROP_BITMAP_SUB != 0)
    }

    /// The attachments that are fonts.
    private var fonts: [MediaFont] {
        var room = Self.fontBytes
        return streams.compactMap { stream in
            let parameters = stream.pointee.codecpar.pointee
            let size = Int(parameters.extradata_size)
            guard parameters.codec_type == AVMEDIA_TYPE_ATTACHMENT, let data = parameters.extradata, size > 0,
                size <= room, Self.isFont(stream.pointee)
            else { return nil }
            room -= size
            return MediaFont(
                name: Libav.text(stream.pointee.metadata, "filename", limit: 256) ?? "font",
                bytes: Array(UnsafeBufferPointer(start: data, count: size)))
        }
    }

    /// Gives back what libavformat keeps of attachments besides what it has of them itself: what is needed was copied.
    func dropAttachments() {
        for stream in streams where stream.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_ATTACHMENT {
            av_freep(&stream.pointee.codecpar.pointee.extradata)
            stream.pointee.codecpar.pointee.extradata_size = 0
        }
    }

    /// By the type, or else by the name, as containers have both wrong at times.
    private static func isFont(_ stream: AVStream) -> Bool {
        let kind = stream.codecpar.pointee.codec_id
        if kind == AV_CODEC_ID_TTF || kind == AV_CODEC_ID_OTF { return true }
        let type = Libav.text(stream.metadata, "mimetype", limit: 128)?.lowercased() ?? ""
        if type.contains("font") || type.contains("opentype") { return true }
        let name = Libav.text(stream.metadata, "filename", limit: 256)?.lowercased() ?? ""
        return [".ttf", ".otf", ".ttc", ".otc"].contains { name.hasSuffix($0) }
    }
}
