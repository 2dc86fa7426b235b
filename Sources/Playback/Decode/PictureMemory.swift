package import CFFmpeg
import OrielPlatform

/// The decoded pictures of one pipeline that are alive, in bytes: being decoded, needed by others, waiting, shown. Any thread.
///
/// A picture has at most 2²⁷ samples of 8 bytes, so what is a second's worth of small ones is a machine's memory of those.
/// Decoders get their buffers through here (`AVCodecContext.get_buffer2`) and are refused one beyond the limit; the buffers
/// themselves are libavcodec's own pool, which keeps no more than were in use at once. Decoders that bring their own memory
/// (dav1d) are held by the number of their threads alone.
package final class PictureMemory: Sendable {
    /// Beyond this a decoder gets no further picture, and its frame is lost: two of the largest there may be.
    private let limit: Int
    /// What frame threads may hold between them.
    package static let threadShare = 512 << 20
    /// What may wait in the frame queue, unless one frame alone is larger.
    package static let queueShare = 256 << 20
    /// Frames this long wait in threes, a tenth of a second at 30 a second; shorter ones in fours.
    private static let long = Duration.milliseconds(30)

    private struct State: Sendable {
        var bytes = 0
        var peak = 0
    }

    private let state = Monitor(State())

    package init(limit: Int = 2 << 30) { self.limit = limit }

    /// Present and greatest sum.
    package var bytes: (now: Int, peak: Int) { state.withLock { ($0.bytes, $0.peak) } }

    /// How many frame threads pictures of `bytes` allow, of those that were asked for; with 1 the picture is cut in slices.
    package static func threads(_ wanted: Int, pictureBytes bytes: Int) -> Int {
        max(1, min(wanted, threadShare / max(1, bytes)))
    }

    /// How many frames that are shown for so long wait in the frame queue at most.
    package static func queueDepth(of duration: Duration) -> Int { duration >= long ? 3 : 4 }

    /// A frame's part of `queueShare`.
    package static func queueWeight(bytes: Int, duration: Duration) -> Int {
        max(bytes, queueShare / queueDepth(of: duration))
    }

    /// A picture's size in memory; generous where the format isn't known.
    package static func bytes(width: Int, height: Int, format: AVPixelFormat) -> Int {
        let samples = max(0, width) * max(0, height)
        guard let descriptor = av_pix_fmt_desc_get(format)?.pointee else { return samples * 4 }
        let chroma = samples >> Int(descriptor.log2_chroma_w + descriptor.log2_chroma_h)
        let components = [descriptor.comp.0, descriptor.comp.1, descriptor.comp.2, descriptor.comp.3]
        return components.prefix(Int(descriptor.nb_components)).enumerated().reduce(0) { sum, component in
            let isChroma = component.offset == 1 || component.offset == 2
            return sum + (isChroma ? chroma : samples) * Int((component.element.depth + 7) / 8)
        }
    }

    /// Makes a decoder take its pictures' memory from here. The decoder must not outlive this object.
    package func supply(_ context: UnsafeMutablePointer<AVCodecContext>) {
        context.pointee.opaque = Unmanaged.passUnretained(self).toOpaque()
        oriel_allow_threaded_buffers(context)
        context.pointee.get_buffer2 = { context, frame, flags in
            guard let context, let frame, let opaque = context.pointee.opaque else { return ORIEL_AVERROR_ENOMEM }
            let memory = Unmanaged<PictureMemory>.fromOpaque(opaque).takeUnretainedValue()
            let code = avcodec_default_get_buffer2(context, frame, flags)
            return code < 0 ? code : memory.lease(frame)
        }
    }

    /// Counts a frame's buffers until the first of them is given back.
    private func lease(_ frame: UnsafeMutablePointer<AVFrame>) -> CInt {
        guard let first = frame.pointee.buf.0 else { return 0 }
        let buffers = [
            frame.pointee.buf.0, frame.pointee.buf.1, frame.pointee.buf.2, frame.pointee.buf.3, frame.pointee.buf.4,
            frame.pointee.buf.5, frame.pointee.buf.6, frame.pointee.buf.7,
        ]
        let bytes = buffers.reduce(0) { $0 + Int($1?.pointee.size ?? 0) }
        let isGranted = state.withLock { state in
            guard state.bytes + bytes <= limit else { return false }
            state.bytes += bytes
            state.peak = max(state.peak, state.bytes)
            return true
        }
        // What was allocated is freed by the caller, which blanks a frame that it could not fill.
        guard isGranted else { return ORIEL_AVERROR_ENOMEM }
        let lease = Unmanaged.passRetained(Lease(memory: self, bytes: bytes, buffer: first))
        let counted = av_buffer_create(
            first.pointee.data, Int(first.pointee.size),
            { opaque, _ in if let opaque { Unmanaged<Lease>.fromOpaque(opaque).release() } }, lease.toOpaque(), 0)
        guard let counted else {
            lease.release()
            frame.pointee.buf.0 = nil
            return ORIEL_AVERROR_ENOMEM
        }
        frame.pointee.buf.0 = counted
        return 0
    }

    /// One picture's place in the count, and the buffer that stands behind the counted one.
    private final class Lease {
        let memory: PictureMemory
        let bytes: Int
        let buffer: UnsafeMutablePointer<AVBufferRef>

        init(memory: PictureMemory, bytes: Int, buffer: UnsafeMutablePointer<AVBufferRef>) {
            self.memory = memory
            self.bytes = bytes
            self.buffer = buffer
        }

        deinit {
            var buffer: UnsafeMutablePointer<AVBufferRef>? = buffer
            av_buffer_unref(&buffer)
            memory.state.withLock { $0.bytes -= bytes }
        }
    }
}
