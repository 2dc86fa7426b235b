public import OrielMedia

extension SampleBuffer {
    /// A frame in a dmabuf that the app has rendered into, which must not change from now on until `release` is called.
    ///
    /// The graphics driver draws it where it lies, where it can (`SampleBufferView.dmabufSupport`); else, where its rows lie one after the
    /// other (`Dmabuf.linear`), the processor reads it. Both wait for the rendering that was submitted before, as the kernel knows it:
    /// implicit synchronisation, which Mesa's drivers take part in. For one that doesn't, call `glFinish` first. A file that can be mapped,
    /// such as a memfd, is as good as a dmabuf for the processor.
    /// - Parameters:
    ///   - buffer: its descriptors are duplicated: they stay the app's, who may close them at once.
    ///   - time: when it is to be seen, by the view's timebase.
    ///   - attributes: what else there is to say of it.
    ///   - release: nothing reads the buffer any more but what the graphics device has begun, for which the kernel lets the next
    ///     rendering into it wait. Called once, on any thread, when the frame was shown and another is shown instead, was dropped, or was
    ///     never used; not where this initializer throws.
    /// - Throws: where the format isn't known (`unknownDmabufFormat`), or the descriptors, planes and sizes aren't what it needs.
    public init(
        _ buffer: Dmabuf, time: Duration, attributes: Attributes = Attributes(), release: @escaping @Sendable () -> Void
    ) throws(SampleBufferError) {
        guard let format = Format(fourcc: buffer.format.fourcc) else { throw .unknownDmabufFormat(buffer.format) }
        let picture = SampleBufferPicture(format, buffer.width, buffer.height, attributes)
        try picture.check(time)
        let buffer = buffer.withPlanesInOrder
        try picture.check(buffer)
        let memory = try DmabufMemory(buffer, picture, release: release)
        self.format = format
        weight = memory.size
        frame = picture.frame(in: memory, time)
    }
}

extension SampleBuffer.Format {
    /// The DRM formats of those that have one.
    private static let fourccs: [(String, Self)] = [
        ("AR24", .bgra), ("XR24", .bgrx), ("AB24", .rgba), ("XB24", .rgbx), ("NV12", .nv12), ("P010", .p010),
        ("YU12", .i420), ("YV12", .i420), ("YU16", .i422), ("YU24", .i444), ("YUYV", .yuy2), ("UYVY", .uyvy),
        ("R8  ", .gray),
    ]

    /// All that are known, as DRM numbers them.
    package static let dmabufFormats: [(fourcc: UInt32, format: Self)] = fourccs.map { (UInt32(fourcc: $0.0), $0.1) }

    init?(fourcc: UInt32) {
        guard let known = Self.dmabufFormats.first(where: { $0.fourcc == fourcc }) else { return nil }
        self = known.format
    }
}

extension UInt32 {
    /// Four letters, the first one lowest.
    init(fourcc: String) { self = fourcc.utf8.prefix(4).reversed().reduce(0) { $0 << 8 | Self($1) } }
}

extension Dmabuf {
    /// The planes of V and U as U and V.
    fileprivate var withPlanesInOrder: Dmabuf {
        guard format.fourcc == UInt32(fourcc: "YV12"), planes.count == 3 else { return self }
        var result = self
        result.format.fourcc = UInt32(fourcc: "YU12")
        result.planes.swapAt(1, 2)
        return result
    }
}
