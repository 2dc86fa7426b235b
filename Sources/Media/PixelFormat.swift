/// How a frame's planes lie in memory, as far as the renderer can draw them directly. Anything else that a decoder makes
/// is converted to one of these before it becomes a `VideoFrame`.
public struct PixelFormat: Hashable, Sendable {
    /// What the planes hold.
    public enum Layout: Hashable, Sendable {
        /// Three planes Y, U, V (FFmpeg's `yuv4xxp`), and a fourth of alpha where `hasAlpha`.
        case planarYUV
        /// Two planes: Y, and U and V interleaved (`nv12`, `p010`).
        case semiPlanarYUV
        /// One plane of luma (`gray`, `gray10`).
        case gray
        /// One plane, red first (`rgba`, `rgb0`).
        case rgba
        /// One plane, blue first (`bgra`, `bgr0`).
        case bgra
        /// Three planes G, B, R (`gbrp`), and a fourth of alpha where `hasAlpha`.
        case planarGBR
        /// One plane of 4:2:2, two pixels together: Y, U, Y, V (`yuyv422`).
        case yuyv
        /// The same as U, Y, V, Y (`uyvy422`).
        case uyvy
    }

    public var layout: Layout
    /// log2 of the chroma planes' reduction: (1, 1) is 4:2:0, (1, 0) is 4:2:2, (0, 0) is 4:4:4.
    public var chromaShiftX: Int
    public var chromaShiftY: Int
    /// Significant bits of a component: 8, 10, 12 or 16.
    public var bitDepth: Int
    /// Bytes of one component in memory: 1 or 2 (little-endian).
    public var bytesPerComponent: Int
    /// True if the significant bits are the high ones of the word (`p010`); else they are the low ones (`yuv420p10le`).
    public var isHighAligned: Bool
    public var hasAlpha: Bool

    public init(
        layout: Layout, chromaShiftX: Int = 0, chromaShiftY: Int = 0, bitDepth: Int = 8, bytesPerComponent: Int = 1,
        isHighAligned: Bool = false, hasAlpha: Bool = false
    ) {
        self.layout = layout
        self.chromaShiftX = chromaShiftX
        self.chromaShiftY = chromaShiftY
        self.bitDepth = bitDepth
        self.bytesPerComponent = bytesPerComponent
        self.isHighAligned = isHighAligned
        self.hasAlpha = hasAlpha
    }

    public static let yuv420p = PixelFormat(layout: .planarYUV, chromaShiftX: 1, chromaShiftY: 1)
    public static let nv12 = PixelFormat(layout: .semiPlanarYUV, chromaShiftX: 1, chromaShiftY: 1)
    public static let rgba = PixelFormat(layout: .rgba, hasAlpha: true)
}
