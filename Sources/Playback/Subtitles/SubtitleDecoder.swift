import CFFmpeg
import Glibc

/// Subtitle decoder (`AVCodecContext`). One thread at a time.
package final class SubtitleDecoder: @unchecked Sendable {
    private let context: UnsafeMutablePointer<AVCodecContext>
    private let packet: UnsafeMutablePointer<AVPacket>
    private let isPicture: Bool
    private let framing: TextFraming
    private let stream: SubtitleStream
    private let hints: TextHints
    /// Charset of the stream's text; nil until the first packet that isn't UTF-8.
    private var encoding: TextEncoding?
    /// Largest side of a bitmap, and largest number of bitmaps on a canvas.
    private static let side = 16384
    private static let pictures = 64
    /// Largest canvas in pixels for which decoders make bitmaps: twice 4K.
    private static let canvas: Int64 = 1 << 24
    /// Largest number of pixels kept of bitmaps shown together: full HD. Lines of text are far smaller on any canvas.
    private static let area = 1 << 21
    /// Remaining number of pixels below which further bitmaps are dropped.
    private static let leastArea = 4096

    /// Opens a decoder; nil if libavcodec has none for the codec, or memory ran out.
    /// - Parameter hints: hints for the charset of text that isn't UTF-8; the stream's own language is added.
    package init?(_ stream: SubtitleStream, _ hints: TextHints = TextHints()) {
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
        self.stream = stream
        self.hints = TextHints(
            charset: hints.charset, language: stream.info.language ?? hints.language, preferences: hints.preferences)
        isPicture = stream.info.isPicture
        framing = TextFraming(of: stream.parameters.pointee.codec_id)
        guard avcodec_parameters_to_context(context, stream.parameters) >= 0 else { return nil }
        // Timestamps are set on each packet, in microseconds.
        context.pointee.max_pixels = Self.canvas
        context.pointee.pkt_timebase = AVRational(num: 1, den: 1_000_000)
        guard avcodec_open2(context, codec, nil) >= 0 else { return nil }
    }

    deinit {
        var context: UnsafeMutablePointer<AVCodecContext>? = context
        avcodec_free_context(&context)
        var packet: UnsafeMutablePointer<AVPacket>? = packet
        av_packet_free(&packet)
    }

    /// Header of the ASS script up to its events, as the stream has it or as libavcodec generates it; empty for
    /// bitmaps.
    package var header: [UInt8] {
        guard let bytes = context.pointee.subtitle_header, context.pointee.subtitle_header_size > 0 else { return [] }
        return Array(UnsafeBufferPointer(start: bytes, count: Int(context.pointee.subtitle_header_size)))
    }

    /// Whether the script header is the author's own.
    package var isAuthored: Bool {
        context.pointee.codec_id == AV_CODEC_ID_ASS || context.pointee.codec_id == AV_CODEC_ID_SSA
    }

    /// Whether text packets depend on the ones before, so that all have to be decoded in order.
    package var isSequential: Bool {
        [AV_CODEC_ID_EIA_608, AV_CODEC_ID_DVB_TELETEXT, AV_CODEC_ID_ARIB_CAPTION].contains(context.pointee.codec_id)
    }

    /// Drops the state that later bitmaps build on.
    package func flush() { avcodec_flush_buffers(context) }

    /// Decodes a packet into its events; empty if it is damaged.
    package func decode(_ source: SubtitleStream.Packet) -> [SubtitleEvent] {
        let bytes = framing.converting(source.bytes, utf8)
        if context.pointee.codec_id == AV_CODEC_ID_WEBVTT {
            return [
                SubtitleEvent(
                    content: .text(WebVTTCue.event(bytes)), start: source.start,
                    end: source.duration.map { source.start + $0 })
            ]
        }
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
            var room = Self.area
            let pictures = rects.prefix(Self.pictures).compactMap { Self.picture($0, &room) }
            return [
                SubtitleEvent(
                    content: .pictures(pictures, canvasWidth: width, canvasHeight: height), start: start, end: end)
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

    /// Converts a packet's text to UTF-8. The first packet that isn't UTF-8 determines the stream's charset, from all
    /// text known then.
    private func utf8(_ text: [UInt8]) -> [UInt8] {
        if let marked = TextEncoding.marked(text) { return marked.utf8(text) }
        guard String(validating: text, as: UTF8.self) == nil else { return text }
        let encoding = encoding ?? detectedEncoding
        self.encoding = encoding
        return encoding.utf8(text)
    }

    private var detectedEncoding: TextEncoding {
        // QuickTime's own text uses the Macintosh charset.
        if stream.parameters.pointee.codec_tag == Self.quickTimeText, hints.charset == nil {
            return .charset("MACINTOSH")
        }
        return TextEncoding(of: framing == .plain ? stream.sample : [], hints)
    }

    /// The codec tag `text` as a number.
    private static let quickTimeText: UInt32 = 0x7478_6574

    /// Converts a paletted bitmap; at a lower resolution if it is larger than the remaining room.
    private static func picture(
        _ rect: UnsafeMutablePointer<AVSubtitleRect>, _ room: inout Int
    ) -> SubtitlePicture? {
        let (width, height, stride) = (Int(rect.pointee.w), Int(rect.pointee.h), Int(rect.pointee.linesize.0))
        guard rect.pointee.type == SUBTITLE_BITMAP, width > 0, height > 0, width <= side, height <= side,
            stride >= width, room >= leastArea, let data = rect.pointee.data.0, let colors = rect.pointee.data.1
        else { return nil }
        let palette = (0..<256).map { index -> UInt32 in
            guard index < Int(rect.pointee.nb_colors) else { return 0 }
            return premultiplied(UnsafeRawPointer(colors).loadUnaligned(fromByteOffset: index * 4, as: UInt32.self))
        }
        var step = 1
        while SubtitlePicture.parts(of: width, step) * SubtitlePicture.parts(of: height, step) > room { step += 1 }
        var picture = SubtitlePicture(
            x: Int(rect.pointee.x), y: Int(rect.pointee.y), width: width, height: height, step: step, pixels: [])
        let (columns, rows) = (picture.columns, picture.rows)
        room -= columns * rows
        picture.pixels = [UInt32](unsafeUninitializedCapacity: columns * rows) { pixels, count in
            for row in 0..<rows {
                for column in 0..<columns {
                    pixels[row * columns + column] =
                        step == 1
                        ? palette[Int(data[row * stride + column])]
                        : mean(
                            palette, data, stride, column * step..<min(width, (column + 1) * step),
                            row * step..<min(height, (row + 1) * step))
                }
            }
            count = columns * rows
        }
        return picture
    }

    /// Mean colour of a part of a bitmap.
    private static func mean(
        _ palette: [UInt32], _ data: UnsafePointer<UInt8>, _ stride: Int, _ columns: Range<Int>, _ rows: Range<Int>
    ) -> UInt32 {
        var sums = SIMD4<UInt32>.zero
        for y in rows {
            for x in columns {
                let pixel = palette[Int(data[y * stride + x])]
                sums &+= SIMD4(pixel >> 24, pixel >> 16 & 0xFF, pixel >> 8 & 0xFF, pixel & 0xFF)
            }
        }
        let mean = sums / UInt32(columns.count * rows.count)
        return mean[0] << 24 | mean[1] << 16 | mean[2] << 8 | mean[3]
    }

    private static func premultiplied(_ pixel: UInt32) -> UInt32 {
        let alpha = pixel >> 24
        func channel(_ shift: UInt32) -> UInt32 { ((pixel >> shift & 0xFF) * alpha + 127) / 255 << shift }
        return alpha << 24 | channel(16) | channel(8) | channel(0)
    }
}
