import CFFmpeg
import OrielDemux
import Testing

/// The table of subtitle formats.
@Suite struct SubtitleFormatTests {
    /// A codec that is missing would be treated as if it held no text.
    @Test func eachDecoderOfSubtitlesHasAFormat() {
        let codecs = (AV_CODEC_ID_FIRST_SUBTITLE.rawValue..<AV_CODEC_ID_FIRST_UNKNOWN.rawValue)
            .map { AVCodecID(rawValue: $0) }.filter { avcodec_find_decoder($0) != nil }
        let known = SubtitleFormat.all.flatMap(\.codecs)
        #expect(codecs.contains(AV_CODEC_ID_SUBRIP))
        for codec in codecs { #expect(known.contains(codec), "\(String(cString: avcodec_get_name(codec)))") }
    }

    @Test func aCodecHasOneFormat() {
        let codecs = SubtitleFormat.all.flatMap(\.codecs).map(\.rawValue)
        #expect(Set(codecs).count == codecs.count)
    }
}
