package import CFFmpeg
import OrielLibav
package import OrielMedia
import OrielPlatform

/// Frame that is shown with audio-only media.
package enum CoverPicture {
    /// Decodes the attached picture, such as a cover (`AV_DISPOSITION_ATTACHED_PIC`), and returns it with its codec.
    /// Nil if none can be decoded.
    package static func attached(to streams: [UnsafeMutablePointer<AVStream>]) -> (frame: VideoFrame, codec: String)? {
        for stream in streams where stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC != 0 {
            let codec = stream.pointee.codecpar.pointee.codec_id
            guard let frame = decode(stream, codec) else { continue }
            return (frame, String(cString: avcodec_get_name(codec)))
        }
        return nil
    }

    private static func decode(_ stream: UnsafeMutablePointer<AVStream>, _ id: AVCodecID) -> VideoFrame? {
        guard stream.pointee.attached_pic.size > 0, let codec = avcodec_find_decoder(id),
            let owner = CodecContext(codec, stream.pointee.codecpar), let storage = FrameStorage()
        else { return nil }
        let context = owner.pointer
        defer { withExtendedLifetime(owner) {} }
        context.pointee.max_pixels = Int64(PictureLimits.pixels)
        context.pointee.thread_count = 1
        guard avcodec_open2(context, codec, nil) >= 0,
            avcodec_send_packet(context, &stream.pointee.attached_pic) >= 0
        else { return nil }
        avcodec_send_packet(context, nil)
        guard avcodec_receive_frame(context, storage.frame) >= 0 else { return nil }
        let traits = StreamTraits(
            timeBase: stream.pointee.time_base, startTime: .zero, frameDuration: nil,
            sampleAspectRatio: stream.pointee.sample_aspect_ratio,
            orientation: Orientation(displayMatrix: oriel_stream_display_matrix(stream)), codec: id,
            hasDiscontinuities: false, isStillImage: true)
        return FrameBuilder(traits).build(
            storage, stamp: FrameTimer.Stamp(time: .zero, duration: .zero), generation: 0)
    }

    /// Makes a plain dark frame, for when there is nothing else to show.
    package static func plain() -> VideoFrame {
        VideoFrame(bgra: [UInt32](repeating: 0xFF18_181C, count: 640 * 360), width: 640)
    }
}

extension VideoFrame {
    /// Makes a frame from pixels in memory.
    /// - Parameter pixels: BGRA with alpha in the highest byte and blue in the lowest; rows without padding. A picture
    ///   of the program's own, of a fixed size: without memory for it the program ends.
    package convenience init(bgra pixels: [UInt32], width: Int) {
        guard let memory = AlignedMemory(size: pixels.count * 4) else { fatalError("no memory for a drawn picture") }
        pixels.withUnsafeBytes { bytes in
            if let source = bytes.baseAddress { memory.start.copyMemory(from: source, byteCount: bytes.count) }
        }
        let height = pixels.count / max(1, width)
        self.init(
            format: PixelFormat(layout: .bgra), width: width, height: height,
            planes: [Plane(base: memory.start, bytesPerRow: width * 4, width: width, height: height)], storage: memory)
    }
}
