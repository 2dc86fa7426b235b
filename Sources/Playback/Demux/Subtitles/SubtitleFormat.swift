package import CFFmpeg

/// A format of subtitles: how libavformat and libavcodec name it, how its files are named, and how its text is read.
/// Value code.
package struct SubtitleFormat: Sendable {
    /// Least number of a byte in the text of an event.
    struct Mark: Hashable, Sendable {
        let byte: UInt8
        let each: Int

        static func lines(_ each: Int) -> Self { Self(byte: UInt8(ascii: "\n"), each: each) }
        static func bytes(_ byte: Unicode.Scalar) -> Self { Self(byte: UInt8(ascii: byte), each: 1) }
    }

    /// Names of the demuxers.
    let demuxers: [String]
    /// Marks of the events, if libavformat reads a file as a whole, with several hundred bytes per event.
    let mark: Mark?
    package let codecs: [AVCodecID]
    let framing: TextFraming
    /// Extensions of files.
    let extensions: [String]

    package static let all: [Self] = [
        // A number, the time, the text and an empty line.
        Self(
            demuxers: ["srt"], mark: .lines(4), codecs: [AV_CODEC_ID_SUBRIP, AV_CODEC_ID_SRT, AV_CODEC_ID_TEXT],
            framing: .plain, extensions: ["srt"]),
        Self(
            demuxers: ["webvtt"], mark: .lines(3), codecs: [AV_CODEC_ID_WEBVTT], framing: .plain, extensions: ["vtt"]),
        Self(
            demuxers: ["ass"], mark: .lines(1), codecs: [AV_CODEC_ID_ASS, AV_CODEC_ID_SSA], framing: .plain,
            extensions: ["ass", "ssa"]),
        Self(
            demuxers: ["microdvd"], mark: .lines(1), codecs: [AV_CODEC_ID_MICRODVD], framing: .plain,
            extensions: ["sub"]),
        Self(
            demuxers: ["subviewer", "subviewer1"], mark: .lines(3),
            codecs: [AV_CODEC_ID_SUBVIEWER, AV_CODEC_ID_SUBVIEWER1], framing: .plain, extensions: ["sub"]),
        Self(demuxers: ["mpsub"], mark: .lines(3), codecs: [], framing: .plain, extensions: ["sub"]),
        Self(
            demuxers: ["mpl2"], mark: .lines(1), codecs: [AV_CODEC_ID_MPL2], framing: .plain,
            extensions: ["mpl", "mpl2"]),
        Self(
            demuxers: ["jacosub"], mark: .lines(1), codecs: [AV_CODEC_ID_JACOSUB], framing: .plain, extensions: ["jss"]),
        Self(demuxers: ["pjs"], mark: .lines(1), codecs: [AV_CODEC_ID_PJS], framing: .plain, extensions: ["pjs"]),
        Self(
            demuxers: ["vplayer"], mark: .lines(1), codecs: [AV_CODEC_ID_VPLAYER], framing: .plain,
            extensions: ["psb"]),
        Self(demuxers: ["stl"], mark: .lines(1), codecs: [AV_CODEC_ID_STL], framing: .plain, extensions: ["stl"]),
        Self(demuxers: ["lrc"], mark: .lines(1), codecs: [], framing: .plain, extensions: []),
        Self(demuxers: ["aqtitle"], mark: .lines(2), codecs: [], framing: .plain, extensions: ["aqt"]),
        // These may be in a single line.
        Self(
            demuxers: ["sami"], mark: .bytes("<"), codecs: [AV_CODEC_ID_SAMI], framing: .plain,
            extensions: ["smi", "sami"]),
        Self(
            demuxers: ["realtext"], mark: .bytes("<"), codecs: [AV_CODEC_ID_REALTEXT], framing: .plain,
            extensions: ["rt"]),
        Self(demuxers: ["tedcaptions"], mark: .bytes("{"), codecs: [], framing: .plain, extensions: []),
        Self(
            demuxers: ["scc"], mark: .lines(2), codecs: [AV_CODEC_ID_EIA_608], framing: .binary, extensions: ["scc"]),
        Self(
            demuxers: [], mark: nil, codecs: [AV_CODEC_ID_MOV_TEXT], framing: .lengthPrefixed, extensions: []),
        // Matroska with subtitles only.
        Self(demuxers: [], mark: nil, codecs: [], framing: .plain, extensions: ["mks"]),
        // VobSub's bitmaps belong to an `idx`; a `sub` alone is MicroDVD or another text.
        Self(
            demuxers: [], mark: nil, codecs: [AV_CODEC_ID_DVD_SUBTITLE], framing: .binary, extensions: ["idx"]),
        Self(
            demuxers: [], mark: nil, codecs: [AV_CODEC_ID_HDMV_PGS_SUBTITLE], framing: .binary, extensions: ["sup"]),
        Self(
            demuxers: [], mark: nil,
            codecs: [
                AV_CODEC_ID_DVB_SUBTITLE, AV_CODEC_ID_DVB_TELETEXT, AV_CODEC_ID_XSUB, AV_CODEC_ID_ARIB_CAPTION,
            ], framing: .binary, extensions: []),
    ]

    static let extensions = Set(all.flatMap(\.extensions))
    /// Extensions that other texts have as well; such files are chosen last.
    static let unsureExtensions: Set<String> = ["txt", "lrc"]

    /// Whether libavformat reads files of a demuxer as a whole, as a text.
    static func isText(_ demuxer: String) -> Bool { mark(of: demuxer) != nil }

    /// Limit of the input of a demuxer, in marks, so that libavformat is given no more events than are kept; nil for
    /// demuxers that don't read a file as a whole.
    static func limit(of demuxer: String) -> FileInput.Limit? {
        mark(of: demuxer).map {
            FileInput.Limit(mark: $0.byte, left: (SubtitleStream.packets - eventsBeforeFirst) * $0.each)
        }
    }

    /// Position of the text in a codec's packets.
    static func framing(of codec: AVCodecID) -> TextFraming {
        all.first { $0.codecs.contains(codec) }?.framing ?? .binary
    }

    /// Number of events allowed for the data before the first one.
    private static let eventsBeforeFirst = 512

    private static func mark(of demuxer: String) -> Mark? { all.first { $0.demuxers.contains(demuxer) }?.mark }
}
