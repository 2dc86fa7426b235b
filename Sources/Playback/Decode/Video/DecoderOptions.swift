/// Options of the video decoder.
package struct DecoderOptions: Hashable, Sendable {
    /// Number of threads; nil for as many as are useful, at most one per core.
    package var threads: Int?
    /// Whether frames that no other frame refers to skip the loop filter (`AVCodecContext.skip_loop_filter`).
    package var skipsLoopFilter = false
    /// Options of hardware decoding. Only a pipeline decodes in hardware; thumbnails don't.
    package var hardware = HardwareOptions()

    package init(threads: Int? = nil) { self.threads = threads }
}
