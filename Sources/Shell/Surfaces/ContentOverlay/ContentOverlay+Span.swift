extension ContentOverlay.Canvas {
    /// Calls a function with the pixels as a span, whose bounds are checked: the safe form of `bytes`. A pixel is blue,
    /// green, red and alpha from its lowest byte to its highest; the one at (x, y) has the index
    /// `y * (stride / 4) + x`.
    /// - Parameter body: fills the span, which is valid during the call only.
    public func withPixels<Result: ~Copyable, Failure: Error>(
        _ body: (inout MutableSpan<UInt32>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var span = bytes.bindMemory(to: UInt32.self).mutableSpan
        return try body(&span)
    }
}
