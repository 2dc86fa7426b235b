import CFFmpeg
import Glibc
import OrielLibav
import OrielPlatform

/// Writes a frame to a PNG file, with libavcodec's encoder.
package enum PictureFile {
    /// Reason why the file can't be written, in one sentence.
    package struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
        package var description: String

        package init(description: String) { self.description = description }
    }

    /// Writes the file, and replaces an existing one atomically. Any thread; takes some tens of milliseconds per
    /// megapixel.
    /// - Parameters:
    ///   - pixels: blue, green, red and filler, one byte each; rows without padding.
    ///   - isPrivate: whether only this user may read the file.
    package static func write(
        _ pixels: UnsafeRawBufferPointer, width: Int, height: Int, to path: String, isPrivate: Bool = false
    ) throws(Failure) {
        let bytes = try encode(pixels, width: width, height: height)
        let draft = "\(path).\(getpid()).part"
        guard let file = PathText.withCString(draft, { fopen($0, "wxe") }) else { throw Failure(errno, path) }
        if isPrivate { fchmod(fileno(file), 0o600) }
        var isWritten = bytes.withUnsafeBufferPointer { fwrite($0.baseAddress, 1, $0.count, file) } == bytes.count
        isWritten = fclose(file) == 0 && isWritten
        let isRenamed =
            isWritten && PathText.withCString(draft) { draft in PathText.withCString(path) { rename(draft, $0) } } == 0
        guard isRenamed else {
            let reason = errno
            _ = PathText.withCString(draft) { unlink($0) }
            throw Failure(reason, path)
        }
    }

    private static func encode(
        _ pixels: UnsafeRawBufferPointer, width: Int, height: Int
    ) throws(Failure) -> [UInt8] {
        if let problem = FFmpegLibraries.problem { throw Failure(description: "a PNG needs FFmpeg: \(problem)") }
        guard width > 0, height > 0, pixels.count >= width * height * 4,
            let codec = avcodec_find_encoder(AV_CODEC_ID_PNG)
        else { throw Failure(description: "libavcodec has no PNG encoder") }
        guard let owner = CodecContext(codec), let storage = FrameStorage(), let packet = Packet() else {
            throw Failure(description: "out of memory")
        }
        let (context, frame) = (owner.pointer, storage.frame)
        context.pointee.width = CInt(clamping: width)
        context.pointee.height = CInt(clamping: height)
        context.pointee.pix_fmt = AV_PIX_FMT_RGB24
        context.pointee.time_base = AVRational(num: 1, den: 1)
        frame.pointee.width = context.pointee.width
        frame.pointee.height = context.pointee.height
        frame.pointee.format = AV_PIX_FMT_RGB24.rawValue
        guard avcodec_open2(context, codec, nil) >= 0, av_frame_get_buffer(frame, 0) >= 0,
            let rows = oriel_frame_data(frame, 0)
        else { throw Failure(description: "a PNG of \(width)×\(height) can't be made") }
        let stride = Int(oriel_frame_linesize(frame, 0))
        do {
            for y in 0..<height {
                for x in 0..<width {
                    let (from, to) = ((y &* width &+ x) &* 4, y &* stride &+ x &* 3)
                    rows[to] = pixels[from &+ 2]
                    rows[to &+ 1] = pixels[from &+ 1]
                    rows[to &+ 2] = pixels[from]
                }
            }
        }
        guard avcodec_send_frame(context, frame) >= 0, avcodec_receive_packet(context, packet.pointer) >= 0,
            let data = packet.pointer.pointee.data
        else { throw Failure(description: "a PNG of \(width)×\(height) can't be made") }
        defer { withExtendedLifetime((owner, storage)) {} }
        return Array(UnsafeBufferPointer(start: data, count: packet.size))
    }
}

extension PictureFile.Failure {
    fileprivate init(_ number: CInt, _ path: String) {
        self.init(description: "\(PathText.brief(path)) can't be written: \(String(cString: strerror(number)))")
    }
}
