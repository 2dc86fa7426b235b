import CFFmpeg
import OrielLibav
import OrielMedia

/// Decoder of a camera's compressed pictures (motion JPEG), with libavcodec. One thread at a time.
///
/// The pictures come from another process: their bytes are copied, so they can't change while they are read, and both
/// bytes and pixels are limited.
package final class JPEGDecoder: @unchecked Sendable {  // One thread at a time, which its owner sees to.
    /// Layout of a decoded picture, with full range and the coefficients of BT.601.
    package enum Layout: Hashable, Sendable { case i420, i422 }

    /// Decoded picture.
    package struct Picture: @unchecked Sendable {  // Written before it is returned, never after.
        package let layout: Layout
        package let width, height: Int
        /// First rows of the planes, and the bytes between the beginnings of two rows.
        package let planes: [(base: UnsafeRawPointer, bytesPerRow: Int)]
        /// Owner of the memory.
        package let owner: any AnyObject & Sendable
    }

    /// Reason why there is no picture.
    package struct Failure: Error, Hashable, CustomStringConvertible {
        package let description: String

        package init(description: String) { self.description = description }
    }

    /// Most bytes of a compressed picture.
    package static let mostBytes = 32 << 20
    /// Most pixels of a picture: twice those of 4K.
    package static let mostPixels = 1 << 24

    private let owned: (context: CodecContext, packet: Packet)
    private let converter: PixelConverter

    /// Opens the decoder. Blocks while FFmpeg's libraries load.
    package init() throws(Failure) {
        if let problem = FFmpegLibraries.problem { throw Failure(description: "JPEG needs FFmpeg: \(problem)") }
        LibavLog.redirect()
        converter = PixelConverter()
        guard let codec = avcodec_find_decoder(AV_CODEC_ID_MJPEG) else {
            throw Failure(description: "libavcodec has no decoder for JPEG")
        }
        guard let context = CodecContext(codec), let packet = Packet() else { throw Self.noMemory }
        owned = (context, packet)
        let made = context.pointer
        made.pointee.max_pixels = Int64(Self.mostPixels)
        // A picture comes back with its packet.
        made.pointee.thread_count = 1
        guard avcodec_open2(made, codec, nil) >= 0 else { throw Failure(description: "the JPEG decoder doesn't open") }
    }

    private static let noMemory = Failure(description: "there is no memory for a picture")

    /// Decodes a picture.
    /// - Parameters:
    ///   - count: number of its bytes.
    ///   - fill: writes the bytes; false if they can't be read.
    /// - Throws: the reason, such as a picture that is cut off.
    package func decode(
        _ count: Int, fill: (UnsafeMutableRawBufferPointer) -> Bool
    ) throws(Failure) -> Picture {
        guard 4...Self.mostBytes ~= count else { throw Failure(description: "\(count) bytes are no JPEG picture") }
        let (context, packet) = (owned.context.pointer, owned.packet.pointer)
        guard av_new_packet(packet, CInt(count)) == 0, let data = packet.pointee.data else { throw Self.noMemory }
        defer { av_packet_unref(packet) }
        guard fill(UnsafeMutableRawBufferPointer(start: data, count: count)) else {
            throw Failure(description: "its memory has become shorter")
        }
        guard Self.isWhole(UnsafeRawBufferPointer(start: data, count: count)) else {
            throw Failure(description: "a JPEG picture is cut off or damaged")
        }
        guard let storage = FrameStorage() else { throw Self.noMemory }
        guard avcodec_send_packet(context, packet) >= 0, avcodec_receive_frame(context, storage.frame) >= 0 else {
            avcodec_flush_buffers(context)
            throw Failure(description: "a JPEG picture is damaged, or has more than \(Self.mostPixels >> 20) Mi pixels")
        }
        return try picture(storage)
    }

    /// Whether the bytes begin and end as a JPEG picture; zeros may follow. Of a picture that is cut off, libavcodec
    /// decodes the beginning, and leaves the rest gray.
    package static func isWhole(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count >= 4, bytes[0] == 0xFF, bytes[1] == 0xD8 else { return false }
        var last = bytes.count - 1
        while last > 2, bytes[last] == 0 { last -= 1 }
        return bytes[last] == 0xD9 && bytes[last - 1] == 0xFF
    }

    private func picture(_ storage: FrameStorage) throws(Failure) -> Picture {
        switch AVPixelFormat(rawValue: storage.frame.pointee.format) {
        case AV_PIX_FMT_YUVJ420P, AV_PIX_FMT_YUV420P: return try Self.picture(.i420, storage)
        case AV_PIX_FMT_YUVJ422P, AV_PIX_FMT_YUV422P: return try Self.picture(.i422, storage)
        default:
            let color = ColorDescription(matrix: .bt601, range: .full)
            guard let converted = converter.convert(storage, to: AV_PIX_FMT_YUV420P, color: color) else {
                throw Failure(description: "a JPEG picture's layout can't be shown")
            }
            return try Self.picture(.i420, converted)
        }
    }

    private static func picture(_ layout: Layout, _ storage: FrameStorage) throws(Failure) -> Picture {
        let planes = try (0..<3).map { (index: CInt) throws(Failure) in
            let stride = Int(oriel_frame_linesize(storage.frame, index))
            guard let base = oriel_frame_data(storage.frame, index), stride > 0 else { throw noMemory }
            return (base: UnsafeRawPointer(base), bytesPerRow: stride)
        }
        let frame = storage.frame.pointee
        return Picture(
            layout: layout, width: Int(frame.width), height: Int(frame.height), planes: planes, owner: storage)
    }
}
