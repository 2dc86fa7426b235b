package import OrielGeometry

/// A decoded frame. Immutable; any thread. Its planes stay valid while it lives.
public final class VideoFrame: Sendable {
    /// A plane in memory: `height` rows of `bytesPerRow` bytes, of which the first `width` samples are visible.
    public struct Plane: @unchecked Sendable {  // Immutable memory, owned by the frame's `storage`.
        public let base: UnsafeRawPointer
        /// Distance between rows in bytes; may exceed the row's length.
        public let bytesPerRow: Int
        /// Width in samples (a sample of an interleaved plane has several components).
        public let width: Int
        public let height: Int

        public init(base: UnsafeRawPointer, bytesPerRow: Int, width: Int, height: Int) {
            self.base = base
            self.bytesPerRow = bytesPerRow
            self.width = width
            self.height = height
        }
    }

    /// Clockwise rotation to apply when the frame is shown (the stream's display matrix).
    public enum Rotation: Int, Sendable {
        case none = 0, clockwise90 = 90, clockwise180 = 180, clockwise270 = 270

        /// Whether it exchanges width and height.
        package var isTransposed: Bool { self == .clockwise90 || self == .clockwise270 }

        /// Returns the rotation with a further one after it.
        package func turned(by turn: Self) -> Self { Self(rawValue: (rawValue + turn.rawValue) % 360) ?? self }
    }

    public let format: PixelFormat
    /// Visible size in luma samples, before rotation and sample aspect ratio.
    public let width: Int
    public let height: Int
    /// Planes of the format; empty while the frame is in a buffer (`buffer`) that isn't mapped.
    public let planes: [Plane]
    public let color: ColorDescription
    public let sampleAspectRatio: Rational
    public let rotation: Rotation
    /// Whether the frame is mirrored left to right, before rotation.
    public let isFlipped: Bool
    /// Presentation time since the start of the stream.
    public let time: Duration
    /// Duration at speed 1; zero if the stream states none.
    public let duration: Duration
    /// Generation of the seek that the frame belongs to.
    public let generation: Int
    /// Media time at which the frame is shown first: the target of a seek into its time, otherwise `time`.
    package let entry: Duration
    /// Buffer of a frame that isn't in this process's memory; nil otherwise.
    package let buffer: FrameBuffer?
    /// The part of the frame as it is seen outside of which it equals the source's frame before; nil if any may differ.
    package let change: UnitRect?
    private let storage: any AnyObject & Sendable

    /// Makes a frame from planes in memory or a buffer.
    /// - Parameters:
    ///   - entry: the target of a seek into the frame's time; nil for `time`.
    ///   - buffer: nil for planes in memory.
    ///   - change: the part outside of which it equals the frame before; nil if any may differ.
    ///   - storage: keeps the planes' memory or the buffer alive, and frees it in its `deinit`.
    package init(
        format: PixelFormat, width: Int, height: Int, planes: [Plane], color: ColorDescription = ColorDescription(),
        sampleAspectRatio: Rational = Rational(1, 1), rotation: Rotation = .none, isFlipped: Bool = false,
        time: Duration = .zero, duration: Duration = .zero, generation: Int = 0, entry: Duration? = nil,
        buffer: FrameBuffer? = nil, change: UnitRect? = nil, storage: any AnyObject & Sendable
    ) {
        self.format = format
        self.width = width
        self.height = height
        self.planes = planes
        self.color = color
        self.sampleAspectRatio = sampleAspectRatio
        self.rotation = rotation
        self.isFlipped = isFlipped
        self.time = time
        self.duration = duration
        self.generation = generation
        self.entry = entry ?? time
        self.buffer = buffer
        self.change = change
        self.storage = storage
    }
}
