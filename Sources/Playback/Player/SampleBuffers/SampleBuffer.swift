public import OrielGeometry
public import OrielMedia
import OrielPlatform

/// A frame that an app made, and its time: AVFoundation's `CMSampleBuffer` with an image.
///
/// The pixels stay in place: they are read when the frame is drawn, and copied only to the memory that they are drawn
/// from. Any thread.
public struct SampleBuffer: Sendable {
    /// Plane in memory.
    public struct Plane {
        /// The plane's bytes, from the first sample of the first row.
        public var bytes: UnsafeRawBufferPointer
        /// Distance between the beginnings of two rows, in bytes.
        public var bytesPerRow: Int

        /// Makes a plane of bytes.
        public init(_ bytes: UnsafeRawBufferPointer, bytesPerRow: Int) {
            self.bytes = bytes
            self.bytesPerRow = bytesPerRow
        }
    }

    /// Plane to draw into.
    public struct MutablePlane {
        /// The plane's bytes, from the first sample of the first row; undefined before they are drawn. Unsafe: bounds
        /// are not checked in a release build, and the memory is gone after the call. `withMutableSpan` is the safe
        /// form.
        public let bytes: UnsafeMutableRawBufferPointer
        /// Distance between the beginnings of two rows, in bytes.
        public let bytesPerRow: Int
    }

    /// Further properties of a frame.
    public struct Attributes: Hashable, Sendable {
        /// Duration of the frame; zero until the next one. With a duration, refreshes without a new frame are counted
        /// (`PlayerStatistics.repeated`).
        public var duration = Duration.zero
        /// Colour description; nil for limited-range BT.709, or BT.601 below 720 rows.
        public var color: ColorDescription?
        /// Rotation when the frame is shown.
        public var rotation = Rotation.none
        /// Whether the frame is mirrored left to right, before rotation.
        public var isFlipped = false
        /// The part that is shown, before rotation; nil for all. Its corner must lie on a chroma sample: at even
        /// coordinates in `i420`.
        public var crop: Rect?
        /// The samples outside of which the frame equals the one that was enqueued before it, as the screen's or a
        /// window's damage; nil if any may differ. A frame that changes nothing of `PictureForm.crop` isn't drawn.
        public var damage: Rect?
        /// Width of a sample relative to its height.
        public var sampleAspectRatio = Rational(1, 1)

        /// Makes the attributes of an upright frame with square samples, shown whole.
        public init() {}
    }

    /// Clockwise rotation in steps of 90°.
    public enum Rotation: Int, Hashable, Sendable, CaseIterable {
        /// No rotation.
        case none = 0
        /// A quarter turn: the left side becomes the top.
        case clockwise90 = 90
        /// Upside down.
        case clockwise180 = 180
        /// Three quarter turns: the right side becomes the top.
        case clockwise270 = 270
    }

    /// Layout of the samples.
    public let format: Format
    /// The time on the view's timebase at which the frame is shown.
    public var time: Duration { frame.time }

    package let frame: VideoFrame
    /// Size of the memory that the frame keeps, in bytes.
    let weight: Int

    /// Longest side of a frame, in samples.
    static let longestSide = 16_384

    /// Makes a frame of the app's own memory, which must not change until `release` is called.
    /// - Parameters:
    ///   - format: the layout of the samples.
    ///   - width: in samples.
    ///   - height: in rows.
    ///   - planes: the planes of the format.
    ///   - time: the time on the view's timebase at which the frame is shown.
    ///   - attributes: further properties of the frame.
    ///   - release: called once, on any thread, when the memory isn't read any more: another frame is shown instead, or
    ///     the frame was dropped or never used. Not called if this initializer throws.
    /// - Throws: the error of a time, size, plane or attribute that is invalid for the format.
    public init(
        _ format: Format, width: Int, height: Int, planes: [Plane], time: Duration,
        attributes: Attributes = Attributes(), release: @escaping @Sendable () -> Void
    ) throws(SampleBufferError) {
        let picture = SampleBufferPicture(
            format: format, width: width, height: height, attributes: attributes)
        try picture.check(time)
        try picture.check(planes)
        self.format = format
        weight = planes.reduce(0) { $0 + $1.bytes.count }
        frame = picture.frame(of: planes, time, owner: ReleaseHandler(release))
    }

    /// Makes a frame in memory of the library's, and draws it now.
    ///
    /// The memory is allocated for each frame, which costs little up to some megabytes. An app with memory of its own
    /// uses the other initializer.
    /// - Parameters:
    ///   - format: the layout of the samples.
    ///   - width: in samples.
    ///   - height: in rows.
    ///   - time: the time on the view's timebase at which the frame is shown.
    ///   - attributes: further properties of the frame.
    ///   - drawing: fills the planes, which are valid during the call only. Bytes that it doesn't write are undefined.
    /// - Throws: the error of an invalid time, size or attribute; `outOfMemory` if the memory can't be allocated.
    public init(
        _ format: Format, width: Int, height: Int, time: Duration, attributes: Attributes = Attributes(),
        drawing: (_ planes: [MutablePlane]) -> Void
    ) throws(SampleBufferError) {
        let picture = SampleBufferPicture(
            format: format, width: width, height: height, attributes: attributes)
        try picture.check(time)
        let (memory, planes) = try Self.allocate(picture)
        drawing(planes)
        let drawn = planes.map { Plane(UnsafeRawBufferPointer($0.bytes), bytesPerRow: $0.bytesPerRow) }
        try picture.check(drawn)
        self.format = format
        weight = drawn.reduce(0) { $0 + $1.bytes.count }
        frame = picture.frame(of: drawn, time, owner: memory)
    }

    /// Makes a buffer of a frame of the library's.
    init(format: Format, frame: VideoFrame, weight: Int) {
        (self.format, self.frame, self.weight) = (format, frame, weight)
    }

    /// Allocates the planes in one piece of memory that begins with the first plane; rows are multiples of 64 bytes,
    /// for vector instructions.
    private static func allocate(
        _ picture: SampleBufferPicture
    ) throws(SampleBufferError) -> (AlignedMemory, [MutablePlane]) {
        let shapes = picture.format.planes.map { shape in
            (row: (shape.columns(picture.width) * shape.bytes + 63) / 64 * 64, rows: shape.rows(picture.height))
        }
        let total = shapes.reduce(0) { $0 + $1.row * $1.rows }
        guard let memory = AlignedMemory(size: total) else { throw .outOfMemory(bytes: total) }
        var offset = 0
        let planes = shapes.map { shape in
            defer { offset += shape.row * shape.rows }
            return MutablePlane(
                bytes: UnsafeMutableRawBufferPointer(start: memory.start + offset, count: shape.row * shape.rows),
                bytesPerRow: shape.row)
        }
        return (memory, planes)
    }
}
