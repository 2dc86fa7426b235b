/// Layout of a frame's planes in memory, limited to those that the renderer can draw. Frames in other layouts are
/// converted before they become a `VideoFrame`.
public struct PixelFormat: Hashable, Sendable {
    /// Content of the planes.
    public enum Layout: Hashable, Sendable {
        /// Three planes Y, U, V (FFmpeg's `yuv4xxp`), and a fourth of alpha if `hasAlpha`.
        case planarYUV
        /// Two planes: Y, and interleaved U and V (`nv12`, `p010`).
        case semiPlanarYUV
        /// One plane of luma (`gray`, `gray10`).
        case gray
        /// One plane, red first (`rgba`, `rgb0`).
        case rgba
        /// One plane, blue first (`bgra`, `bgr0`).
        case bgra
        /// Three planes G, B, R (`gbrp`), and a fourth of alpha if `hasAlpha`.
        case planarGBR
        /// One plane of 4:2:2, two pixels together: Y, U, Y, V (`yuyv422`).
        case yuyv
        /// One plane of 4:2:2, two pixels together: U, Y, V, Y (`uyvy422`).
        case uyvy
    }

    public var layout: Layout
    /// log2 of the chroma subsampling: (1, 1) is 4:2:0, (1, 0) is 4:2:2, (0, 0) is 4:4:4.
    public var chromaShiftX: Int
    public var chromaShiftY: Int
    /// Significant bits of a component: 8, 10, 12 or 16.
    public var bitDepth: Int
    /// Bytes of one component in memory: 1 or 2 (little-endian).
    public var bytesPerComponent: Int
    /// Whether the significant bits are the high ones of the word (`p010`); if false, the low ones (`yuv420p10le`).
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

extension PixelFormat {
    /// Whether the components are red, green and blue.
    package var isRGB: Bool {
        switch layout {
        case .rgba, .bgra, .planarGBR: true
        case .planarYUV, .semiPlanarYUV, .gray, .yuyv, .uyvy: false
        }
    }
}
