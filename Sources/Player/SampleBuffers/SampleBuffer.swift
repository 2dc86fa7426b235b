import Glibc
public import OrielGeometry
public import OrielMedia

/// One frame that an app made, and when it is to be seen: AVFoundation's `CMSampleBuffer` with an image in it.
///
/// The picture stays where it is: it is read when it is drawn, and copied nowhere but to where it is drawn from. Any thread.
public struct SampleBuffer: Sendable {
    /// A plane in memory.
    public struct Plane {
        /// Its bytes, from its first row's first sample on.
        public var bytes: UnsafeRawBufferPointer
        /// How far a row's beginning is from the next one's.
        public var bytesPerRow: Int

        /// A plane of these bytes.
        public init(_ bytes: UnsafeRawBufferPointer, bytesPerRow: Int) {
            self.bytes = bytes
            self.bytesPerRow = bytesPerRow
        }
    }

    /// A plane to draw into.
    public struct MutablePlane {
        /// Its bytes, from its first row's first sample on; of any content before they are drawn.
        public let bytes: UnsafeMutableRawBufferPointer
        /// How far a row's beginning is from the next one's.
        public let bytesPerRow: Int
    }

    /// What else there is to say of a frame.
    public struct Attributes: Hashable, Sendable {
        /// How long the frame is shown; zero for until the next one. Where it is told, refreshes that had no frame are counted
        /// (`PlayerStatistics.repeated`).
        public var duration = Duration.zero
        /// What its numbers mean; nil for what is usual: BT.709 in the limited range, for pictures below 720 rows BT.601.
        public var color: ColorDescription?
        /// How it is turned when it is shown.
        public var rotation = Rotation.none
        /// Whether it is mirrored left to right, before it is turned.
        public var isFlipped = false
        /// The part of it that is shown, before it is turned; nil for all. Its corner lies where samples have colour of their own: at even
        /// places in `i420`.
        public var crop: Rect?
        /// How wide a sample is, to how high.
        public var sampleAspectRatio = Rational(1, 1)

        /// An upright picture of square samples, all of it.
        public init() {}
    }

    /// Quarter turns, clockwise.
    public enum Rotation: Int, Hashable, Sendable, CaseIterable {
        /// As it lies.
        case none = 0
        /// By a quarter: the left side comes to the top.
        case clockwise90 = 90
        /// Upside down.
        case clockwise180 = 180
        /// By three quarters: the right side comes to the top.
        case clockwise270 = 270
    }

    /// How its samples lie.
    public let format: Format
    /// When it is to be seen, by the view's timebase.
    public var time: Duration { frame.time }

    package let frame: VideoFrame
    /// What it keeps alive, in bytes.
    let weight: Int

    /// The longest side.
    static let longestSide = 16_384

    /// A frame in the app's own memory, which must not change from now on until `release` is called.
    /// - Parameters:
    ///   - format: how its samples lie.
    ///   - width: in samples.
    ///   - height: in rows.
    ///   - planes: as the format has them.
    ///   - time: when it is to be seen, by the view's timebase.
    ///   - attributes: what else there is to say of it.
    ///   - release: the memory isn't read any more. Called once, on any thread, when the frame was shown and another is shown instead, was
    ///     dropped, or was never used; not where this initializer throws.
    /// - Throws: where the planes aren't what the format and the size say.
    public init(
        _ format: Format, width: Int, height: Int, planes: [Plane], time: Duration,
        attributes: Attributes = Attributes(), release: @escaping @Sendable () -> Void
    ) throws(SampleBufferError) {
        let picture = SampleBufferPicture(format, width, height, attributes)
        try picture.check(time)
        try picture.check(planes)
        self.format = format
        weight = planes.reduce(0) { $0 + $1.bytes.count }
        frame = picture.frame(of: planes, time, owner: Owner(release))
    }

    /// A frame in memory of the library's, drawn now.
    ///
    /// It is got anew for each frame, which costs little for pictures of up to some megabytes; whoever has memory of their own
    /// wraps that instead.
    /// - Parameters:
    ///   - format: how its samples lie.
    ///   - width: in samples.
    ///   - height: in rows.
    ///   - time: when it is to be seen, by the view's timebase.
    ///   - attributes: what else there is to say of it.
    ///   - drawing: fills the planes, of which nothing may leave it. What it doesn't write is of any content.
    /// - Throws: where there can be no such picture.
    public init(
        _ format: Format, width: Int, height: Int, time: Duration, attributes: Attributes = Attributes(),
        drawing: (_ planes: [MutablePlane]) -> Void
    ) throws(SampleBufferError) {
        let picture = SampleBufferPicture(format, width, height, attributes)
        try picture.check(time)
        let planes = try Self.allocate(picture)
        let memory = Memory(planes[0].bytes)
        drawing(planes)
        let drawn = planes.map { Plane(UnsafeRawBufferPointer($0.bytes), bytesPerRow: $0.bytesPerRow) }
        try picture.check(drawn)
        self.format = format
        weight = drawn.reduce(0) { $0 + $1.bytes.count }
        frame = picture.frame(of: drawn, time, owner: memory)
    }

    /// Rows that vectors like, in one piece of memory that begins with the first plane.
    private static func allocate(_ picture: SampleBufferPicture) throws(SampleBufferError) -> [MutablePlane] {
        let shapes = picture.format.planes.map { shape in
            (row: (shape.columns(picture.width) * shape.bytes + 63) / 64 * 64, rows: shape.rows(picture.height))
        }
        let total = shapes.reduce(0) { $0 + $1.row * $1.rows }
        var start: UnsafeMutableRawPointer?
        guard posix_memalign(&start, 64, total) == 0, let start else { throw .outOfMemory(bytes: total) }
        var offset = 0
        return shapes.map { shape in
            defer { offset += shape.row * shape.rows }
            return MutablePlane(
                bytes: UnsafeMutableRawBufferPointer(start: start + offset, count: shape.row * shape.rows),
                bytesPerRow: shape.row)
        }
    }

    /// Tells the app once nothing reads its memory any more.
    private final class Owner: Sendable {
        private let release: @Sendable () -> Void
        init(_ release: @escaping @Sendable () -> Void) { self.release = release }
        deinit { release() }
    }

    private final class Memory: @unchecked Sendable {  // Written before the frame is made, never after.
        private let bytes: UnsafeMutableRawBufferPointer
        init(_ bytes: UnsafeMutableRawBufferPointer) { self.bytes = bytes }
        deinit { free(bytes.baseAddress) }
    }
}
