import CFFmpeg
import Foundation
import OrielDecode
import OrielGeometry
public import OrielStamps

/// Reads and writes PNG files with libavcodec.
public enum PNGFile {
    /// Writes a picture, in the same way as the player's screenshots.
    public static func write(_ picture: RGBPicture, to path: String) throws {
        try picture.pixels.withUnsafeBytes {
            try PictureFile.write($0, width: picture.size.width, height: picture.size.height, to: path)
        }
    }

    /// Reads a file with 8 bits per channel; alpha is dropped.
    public static func read(_ path: String) throws -> RGBPicture {
        let file = try Data(contentsOf: URL(fileURLWithPath: path))
        guard let codec = avcodec_find_decoder(AV_CODEC_ID_PNG), let context = avcodec_alloc_context3(codec),
            let frame = av_frame_alloc(), let packet = av_packet_alloc()
        else { throw TestSupportError("libavcodec has no PNG decoder") }
        var owned = (context: Optional(context), frame: Optional(frame), packet: Optional(packet))
        defer {
            av_packet_free(&owned.packet)
            av_frame_free(&owned.frame)
            avcodec_free_context(&owned.context)
        }
        guard av_new_packet(packet, CInt(clamping: file.count)) == 0, let data = packet.pointee.data else {
            throw TestSupportError("\(path) is too large")
        }
        file.copyBytes(to: data, count: Int(packet.pointee.size))
        guard avcodec_open2(context, codec, nil) == 0, avcodec_send_packet(context, packet) == 0,
            avcodec_send_packet(context, nil) == 0, avcodec_receive_frame(context, frame) == 0,
            let rows = frame.pointee.data.0
        else { throw TestSupportError("\(path) is no PNG") }
        let channels: Int
        switch AVPixelFormat(frame.pointee.format) {
        case AV_PIX_FMT_RGB24: channels = 3
        case AV_PIX_FMT_RGBA: channels = 4
        default: throw TestSupportError("\(path) has neither RGB nor RGBA with 8 bits")
        }
        var picture = RGBPicture(size: Size(width: Int(frame.pointee.width), height: Int(frame.pointee.height)))
        let stride = Int(frame.pointee.linesize.0)
        picture.pixels.withUnsafeMutableBufferPointer { pixels in
            for y in 0..<Int(frame.pointee.height) {
                for x in 0..<Int(frame.pointee.width) {
                    let at = rows + y * stride + x * channels
                    pixels[y * Int(frame.pointee.width) + x] =
                        0xFF00_0000 | UInt32(at[0]) << 16 | UInt32(at[1]) << 8 | UInt32(at[2])
                }
            }
        }
        return picture
    }
}
