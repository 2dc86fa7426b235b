package import CFFmpeg

/// Owned codec context (`AVCodecContext`). One thread at a time.
package final class CodecContext: @unchecked Sendable {
    package let pointer: UnsafeMutablePointer<AVCodecContext>

    /// Makes a context that isn't open yet; nil if memory ran out.
    package init?(_ codec: UnsafePointer<AVCodec>?, _ parameters: UnsafePointer<AVCodecParameters>? = nil) {
        guard let context = avcodec_alloc_context3(codec) else { return nil }
        pointer = context
        if let parameters, avcodec_parameters_to_context(context, parameters) < 0 { return nil }
    }

    deinit {
        var context: UnsafeMutablePointer<AVCodecContext>? = pointer
        avcodec_free_context(&context)
    }
}
