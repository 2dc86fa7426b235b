import CFFmpeg
import OrielLibav
import OrielPlatform

extension MediaSource {
    /// Bytes that the fonts may take together; fonts beyond that are left out.
    private static let fontBytes = 256 << 20
    /// Largest number of subtitle streams that is read.
    private static let subtitleStreams = 64

    /// Makes the subtitle streams that libavcodec can decode, by their index in the container.
    /// - Parameter isFile: whether the container is a subtitle file, which is read as a whole.
    func makeSubtitleStreams(isFile: Bool) -> [CInt: SubtitleStream] {
        let candidates = streams.filter {
            $0.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_SUBTITLE
                && avcodec_find_decoder($0.pointee.codecpar.pointee.codec_id) != nil
        }
        guard !candidates.isEmpty else { return [:] }
        let fonts = fonts
        // A subtitle file begins with the film, even if its first line comes late.
        let start = videoIndex < 0 ? .zero : startTime
        var made: [CInt: SubtitleStream] = [:]
        for stream in candidates.prefix(Self.subtitleStreams) {
            made[stream.pointee.index] = SubtitleStream(
                stream, subtitleInfo(of: stream.pointee), fonts: fonts, startTime: start,
                isFile: isFile)
        }
        return made
    }

    /// Whether subtitle text is interleaved with the video and not indexed. Containers with sample tables find the line
    /// at a seek's target by themselves, however early it began.
    package var hasTextBetweenPictures: Bool {
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

    /// Frees libavformat's second copy of the attachments; the fonts were copied before.
    func dropAttachments() {
        for stream in streams where stream.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_ATTACHMENT {
            av_freep(&stream.pointee.codecpar.pointee.extradata)
            stream.pointee.codecpar.pointee.extradata_size = 0
        }
    }

    /// Whether an attachment is a font, by its type or its name, since containers may have either wrong.
    private static func isFont(_ stream: AVStream) -> Bool {
        let kind = stream.codecpar.pointee.codec_id
        if kind == AV_CODEC_ID_TTF || kind == AV_CODEC_ID_OTF { return true }
        let type = Libav.text(stream.metadata, "mimetype", limit: 128)?.lowercased() ?? ""
        if type.contains("font") || type.contains("opentype") { return true }
        let name = Libav.text(stream.metadata, "filename", limit: 256)?.lowercased() ?? ""
        return [".ttf", ".otf", ".ttc", ".otc"].contains { name.hasSuffix($0) }
    }
}
