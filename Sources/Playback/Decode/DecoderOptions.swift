/// How a stream's pictures are decoded.
package struct DecoderOptions: Hashable, Sendable {
    /// Nil for as many as are good for it, one per core at most.
    package var threads: Int?
    /// What decides how many, where that may change.
    package var rule = DecoderThreads.Rule.byLoad
    /// Pictures that no other refers to go without their loop filter (`AVCodecContext.skip_loop_filter`).
    package var skipsLoopFilter = false

    package init(threads: Int? = nil) { self.threads = threads }
}
