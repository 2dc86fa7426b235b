import CFFmpeg
import Glibc

/// A decoder of subtitles (`AVCodecContext`). One thread at a time.
package final class SubtitleDecoder: @unchecked Sendable {
    private let context: UnsafeMutablePointer<AVCodecContext>
    private let packet: UnsafeMutablePointer<AVPacket>
    private let isPicture: Bool
    /// The largest canvas, in pixels a side, and the most pictures on it.
    private static let side = 16384
    private static let area = 64 << 20
    private static let pictures = 64

    /// Nil where libavcodec has no such decoder, or no memory.
    package init?(_ stream: SubtitleStream) {
        guard let codec = avcodec_find_decoder(stream.parameters.pointee.codec_id),
            let context = avcodec_alloc_context3(codec)
        else { return nil }
        guard let packet = av_packet_alloc() else {
            var context: UnsafeMutablePointer<AVCodecContext>? = context
            avcodec_free_context(&context)
            return nil
        }
        self.context = context
        self.packet = packet
        isPicture = stream.info.isPicture
        guard avcodec_parameters_to_context(context, stream.parameters) >= 0 else { return nil }
        // Times are those of the packets given here.
        context.pointee.pkt_timebase = AVRational(num: 1, den: 1_000_000)
        guard avcodec_open2(context, codec, nil) >= 0 else { return nil }
    }

    deinit {
        var context: UnsafeMutablePointer<AVCodecContext>? = context
        avcodec_free_context(&context)
        var packet: UnsafeMutablePointer<AVPacket>? = packet
        av_packet_free(&packet)
    }

    /// The head of a script up to its events, as the stream has it or as libavcodec makes it up; empty for pictures.
    package var header: [UInt8] {
        guard let bytes = context.pointee.subtitle_header, context.pointee.subtitle_header_size > 0 else { return [] }
        return Array(UnsafeBufferPointer(start: bytes, count: Int(context.pointee.subtitle_header_size)))
    }

    /// Whether the header is the author's own.
    package var isAuthored: Bool {
        context.pointee.codec_id == AV_CODEC_ID_ASS || context.pointee.codec_id == AV_CODEC_ID_SSA
    }

    /// Forgets what pictures build on.
    package func flush() { avcodec_flush_buffers(context) }

    /// What a packet shows; nothing where it is damaged.
    package func decode(_ source: SubtitleStream.Packet) -> [SubtitleEvent] {
        let bytes = isPicture ? source.bytes : LegacyText.utf8(source.bytes)
        guard av_new_packet(packet, CInt(clamping: bytes.count)) >= 0, let data = packet.pointee.data else { return [] }
        defer { av_packet_unref(packet) }
        bytes.withUnsafeBufferPointer { if let base = $0.baseAddress { data.update(from: base, count: $0.count) } }
        packet.pointee.pts = Libav.microseconds(source.start)
        packet.pointee.dts = packet.pointee.pts
        packet.pointee.duration = source.duration.map(Libav.microseconds) ?? 0
        var subtitle = AVSubtitle()
        var isDecoded: CInt = 0
        guard avcodec_decode_subtitle2(context, &subtitle, &isDecoded, packet) >= 0, isDecoded != 0 else { return [] }
        defer { avsubtitle_free(&subtitle) }
        let start = source.start + .milliseconds(Int64(subtitle.start_display_time))
        let isOpenEnded = subtitle.end_display_time == .max || subtitle.end_display_time <= subtitle.start_display_time
        let end =
            isOpenEnded
            ? source.duration.map { source.start + $0 } : source.start + .milliseconds(Int64(subtitle.end_display_time))
        let rects = (0..<min(Int(subtitle.num_rects), 1024)).compactMap { subtitle.rects?[$0] }
        guard !isPicture else {
            let (width, height) = (Int(context.pointee.width), Int(context.pointee.height))
            return [
                SubtitleEvent(
                    content: .pictures(
                        rects.prefix(Self.pictures).compactMap(Self.picture), canvasWidth: width, canvasHeight: height),
                    start: start, end: end)
            ]
        }
        return rects.compactMap { rect in
            guard let text = rect.pointee.ass else { return nil }
            return SubtitleEvent(
                content: .text(
                    Array(UnsafeBufferPointer(start: text, count: strlen(text)).map { UInt8(bitPattern: $0) })),
                start: start, end: end)
        }
    }

    /// A picture whose colours come from a palette.
    private static func picture(_ rect: UnsafeMutablePointer<AVSubtitleRect>) -> SubtitlePicture? {
        let (width, height, stride) = (Int(rect.pointee.w), Int(rect.pointee.h), Int(rect.pointee.linesize.0))
        guard rect.pointee.type == SUBTITLE_BITMAP, width > 0, height > 0, width <= side, height <= side,
            width * height <= area, stride >= width, let data = rect.pointee.data.0, let colors = rect.pointee.data.1
        else { return nil }
        let palette = (0..<256).map { index -> UInt32 in
            guard index < Int(rect.pointee.nb_colors) else { return 0 }
            return premultiplied(UnsafeRawPointer(colors).loadUnaligned(fromByteOffset: index * 4, as: UInt32.self))
        }
        let pixels = [UInt32](unsafeUninitializedCapacity: width * height) { pixels, count in
            for y in 0..<height {
                for x in 0..<width { pixels[y * width + x] = palette[Int(data[y * stride + x])] }
            }
            count = width * height
        }
        return SubtitlePicture(
            x: Int(rect.pointee.x), y: Int(rect.pointee.y), width: width, height: height, pixels: pixels)
    }

    private static func premultiplied(_ pixel: UInt32) -> UInt32 {
        let alpha = pixel >> 24
        func channel(_ shift: UInt32) -> UInt32 { ((pixel >> shift & 0xFF) * alpha + 127) / 255 << shift }
        return alpha << 24 | channel(16) | channel(8) | channel(0)
    }
}
