extension SampleBuffer.MutablePlane {
    /// Calls a function with the plane as a span, whose bounds are checked: the safe form of `bytes`.
    /// - Parameters:
    ///   - type: the type of the elements, for example `UInt32` for packed pixels. Bytes that are left over at the end
    ///     are not part of the span.
    ///   - body: fills the span, which is valid during the call only. Elements that were not written are undefined.
    public func withMutableSpan<Element: BitwiseCopyable, Result: ~Copyable, Failure: Error>(
        of type: Element.Type, _ body: (inout MutableSpan<Element>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var span = bytes.bindMemory(to: Element.self).mutableSpan
        return try body(&span)
    }
}
