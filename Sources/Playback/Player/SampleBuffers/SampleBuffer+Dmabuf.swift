public import OrielMedia

extension SampleBuffer {
    /// Makes a frame of a dmabuf that the app has rendered into. The dmabuf must not change until `release` is called.
    ///
    /// The graphics driver draws it in place if it can (`SampleBufferView.dmabufSupport`); otherwise the processor
    /// reads it, if its modifier is linear (`Dmabuf.linear`). Both wait for the rendering submitted before, by implicit
    /// synchronisation, which Mesa's drivers support. With a driver that doesn't, call `glFinish` first. For the
    /// processor, a file that can be mapped, such as a memfd, serves like a dmabuf.
    /// - Parameters:
    ///   - buffer: the dmabuf. Its descriptors are duplicated; the app may close its own at once.
    ///   - time: the time on the view's timebase at which the frame is shown.
    ///   - attributes: further properties of the frame.
    ///   - release: called once, on any thread, when the buffer isn't read any more: another frame is shown instead, or
    ///     the frame was dropped or never used. Not called if this initializer throws. The graphics device may still
    ///     read it for work that it has begun; the kernel makes the next rendering into the buffer wait for that.
    /// - Throws: `unknownDmabufFormat` for an unknown format, or the error of a descriptor, plane or size that doesn't
    ///   match the format.
    public init(
        _ buffer: Dmabuf, time: Duration, attributes: Attributes = Attributes(), release: @escaping @Sendable () -> Void
    ) throws(SampleBufferError) {
        guard let format = Format(fourcc: buffer.format.fourcc) else { throw .unknownDmabufFormat(buffer.format) }
        let picture = SampleBufferPicture(
            format: format, width: buffer.width, height: buffer.height, attributes: attributes)
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
    /// The DRM formats (fourcc codes) of the formats that have one.
    private static let fourccs: [(String, Self)] = [
        ("AR24", .bgra), ("XR24", .bgrx), ("AB24", .rgba), ("XB24", .rgbx), ("NV12", .nv12), ("P010", .p010),
        ("YU12", .i420), ("YV12", .i420), ("YU16", .i422), ("YU24", .i444), ("YUYV", .yuy2), ("UYVY", .uyvy),
        ("R8  ", .gray),
    ]

    /// All known formats with their DRM numbers.
    package static let dmabufFormats: [(fourcc: UInt32, format: Self)] = fourccs.map { (UInt32(fourcc: $0.0), $0.1) }

    init?(fourcc: UInt32) {
        guard let known = Self.dmabufFormats.first(where: { $0.fourcc == fourcc }) else { return nil }
        self = known.format
    }
}

extension Dmabuf {
    /// The dmabuf with YV12's planes V and U exchanged, as YU12.
    fileprivate var withPlanesInOrder: Dmabuf {
        guard format.fourcc == UInt32(fourcc: "YV12"), planes.count == 3 else { return self }
        var result = self
        result.format.fourcc = UInt32(fourcc: "YU12")
        result.planes.swapAt(1, 2)
        return result
    }
}
