public import OrielMedia

extension SampleBuffer {
    /// Width of the shown part, in samples, before rotation.
    public var width: Int { frame.width }
    /// Height of the shown part, in rows, before rotation.
    public var height: Int { frame.height }

    /// Rotation when the frame is shown.
    public var rotation: Rotation { Rotation(rawValue: frame.rotation.rawValue) ?? .none }
    /// Whether the frame is mirrored left to right, before rotation.
    public var isFlipped: Bool { frame.isFlipped }
    /// Width of a sample relative to its height.
    public var sampleAspectRatio: Rational { frame.sampleAspectRatio }

    /// Encoding of the colours: coefficients and range.
    public var color: ColorDescription { frame.color }

    /// Makes a buffer of a frame that a player shows, in the same memory; nil if its layout is no `Format`, or if only
    /// the graphics driver can read it.
    package init?(shown frame: VideoFrame) {
        guard let frame = frame.inMemory(), let format = Format.allCases.first(where: { $0.pixels == frame.format })
        else { return nil }
        self.init(
            format: format, frame: frame, weight: frame.planes.reduce(0) { $0 + $1.bytesPerRow * $1.height })
    }

    /// The same frame, mirrored left to right as it is seen: the picture of oneself. The memory is shared.
    public var mirrored: SampleBuffer { shown(at: time, isMirrored: true) }

    /// Calls a function with the planes of the shown part, which are valid during the call only.
    /// - Returns: the function's result; nil for a frame that isn't in this process's memory.
    public func withPlanes<Result, Failure: Error>(
        _ body: (_ planes: [Plane]) throws(Failure) -> Result
    ) throws(Failure) -> Result? {
        guard frame.planes.count == format.planes.count else { return nil }
        let planes = zip(frame.planes, format.planes).map { plane, shape in
            // Packed planes of YUV count both pixels of a pair. The last row needs no padding.
            let columns = format.pixels.isPacked422 ? shape.columns(plane.width) : plane.width
            let size = plane.bytesPerRow * (plane.height - 1) + columns * shape.bytes
            return Plane(UnsafeRawBufferPointer(start: plane.base, count: size), bytesPerRow: plane.bytesPerRow)
        }
        return try withExtendedLifetime(frame) { () throws(Failure) in try body(planes) }
    }

    /// The same frame at another time, possibly mirrored left to right as it is seen.
    package func shown(at time: Duration, isMirrored: Bool) -> SampleBuffer {
        var rotation = frame.rotation
        // Frames are mirrored before they are rotated: a quarter turn then goes the other way.
        if isMirrored, rotation.isTransposed { rotation = rotation.turned(by: .clockwise180) }
        let copy = frame.copy(rotation: rotation, isFlipped: frame.isFlipped != isMirrored, time: time, generation: 0)
        return SampleBuffer(format: format, frame: copy, weight: weight)
    }
}
