package import CFFmpeg
import OrielPlatform

/// Counts and limits the bytes of a pipeline's live frames: in decoding, as references, queued or shown. Any thread.
///
/// A frame may have 2²⁷ samples of 8 bytes, so a number that is harmless for small frames would fill the memory
/// with large ones. Decoders get their buffers through this object (`AVCodecContext.get_buffer2`) and are refused any
/// beyond the limit. The buffers come from libavcodec's own pool, which keeps no more than were in use at once.
/// Decoders with their own memory (dav1d) are limited only by their number of threads.
package final class FrameBudget: Sendable {
    /// Limit in bytes, enough for two of the largest frames. Beyond it a decoder gets no buffer and the frame is lost.
    private let limit: Int
    /// Bytes that the frame threads may use together.
    package static let threadShare = 512 << 20
    /// Bytes that may wait in the frame queue, unless one frame alone is larger.
    package static let queueShare = 256 << 20
    /// Duration from which three frames are queued (a tenth of a second at 30 per second) instead of four.
    private static let long = Duration.milliseconds(30)

    private struct State: Sendable {
        var bytes = 0
        var peak = 0
    }

    private let state = Monitor(State())

    package init(limit: Int = 2 << 30) { self.limit = limit }

    /// Present sum and its maximum so far.
    package var bytes: (now: Int, peak: Int) { state.withLock { ($0.bytes, $0.peak) } }

    /// Number of frame threads, at most `wanted`, for frames of `bytes`. With 1, slices of one frame are decoded in
    /// parallel.
    package static func threads(_ wanted: Int, frameBytes bytes: Int) -> Int {
        max(1, min(wanted, threadShare / max(1, bytes)))
    }

    /// Number of frames of a duration that the frame queue holds at most.
    package static func queueDepth(of duration: Duration) -> Int { duration >= long ? 3 : 4 }

    /// A frame's share of `queueShare`.
    package static func queueWeight(bytes: Int, duration: Duration) -> Int {
        max(bytes, queueShare / queueDepth(of: duration))
    }

    /// Bytes of a frame in memory; an upper estimate if the format is unknown.
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

    /// Makes a decoder allocate its frames through this object. The decoder must not outlive it.
    package func supply(_ context: UnsafeMutablePointer<AVCodecContext>) {
        context.pointee.opaque = Unmanaged.passUnretained(self).toOpaque()
        oriel_allow_threaded_buffers(context)
        context.pointee.get_buffer2 = { context, frame, flags in
            guard let context, let frame, let opaque = context.pointee.opaque else { return ORIEL_AVERROR_ENOMEM }
            let memory = Unmanaged<FrameBudget>.fromOpaque(opaque).takeUnretainedValue()
            let code = avcodec_default_get_buffer2(context, frame, flags)
            return code < 0 ? code : memory.count(frame)
        }
    }

    /// Counts a frame's buffers until the first of them is released. Returns an error code if the limit is reached; the
    /// caller frees the frame then.
    package func count(_ frame: UnsafeMutablePointer<AVFrame>) -> CInt {
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
        // The caller frees the allocated buffers, and blanks a frame that it could not fill.
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

    /// A frame's entry in the count, holding the buffer behind the counted one.
    private final class Lease {
        let memory: FrameBudget
        let bytes: Int
        let buffer: UnsafeMutablePointer<AVBufferRef>

        init(memory: FrameBudget, bytes: Int, buffer: UnsafeMutablePointer<AVBufferRef>) {
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
