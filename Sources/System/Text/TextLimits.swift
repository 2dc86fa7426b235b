import OrielGeometry

/// Limits of what is drawn, since titles and scripts are external and unbounded.
package enum TextLimits {
    /// Longest text in grapheme clusters and in Unicode scalars, and most scalars of one cluster.
    package static let clusters = 1024
    package static let scalars = 4096
    package static let scalarsPerCluster = 32
    /// Most items of a scene, and most elements of a shape.
    package static let items = 256
    package static let elements = 4096
    /// Largest surface: an 8K output in either orientation.
    package static let side = 7680
    package static let area = 7680 * 4320
    /// Largest font size, outline and blur, in pixels.
    package static let fontSize = 1024.0
    package static let outline = 64.0
    package static let blur = 64.0
    /// Limits of libass's caches: glyphs, and megabytes of bitmaps.
    static let cachedGlyphs: CInt = 512
    static let cachedBitmaps: CInt = 8
    /// Limits of subtitle data. In order: bytes of a header and of waiting packets, bytes of one packet, bytes of all
    /// events, their number, and bytes of all fonts.
    static let script = 16 << 20
    static let chunk = 1 << 20
    static let events = 64 << 20
    static let chunks = 65536
    static let fonts = 64 << 20
    /// Bytes that libass may use for one script: its events, fonts, outlines and bitmaps.
    static let scriptMemory = 96 << 20
    /// Number of times that a surface's pixels may be drawn over for one subtitle image.
    static let overdraw = 256
    /// Longest font family name, in Unicode scalars.
    static let name = 256

    /// Clamps the size of letters to the range that the controls use.
    static func textScale(_ scale: Double) -> Double { scale.isFinite ? min(max(scale, 0.75), 2) : 1 }

    /// Clamps a surface to the largest size that is drawn.
    static func clamped(_ size: Size) -> Size {
        let width = min(max(size.width, 0), side)
        return Size(width: width, height: min(max(size.height, 0), side, width == 0 ? 0 : area / width))
    }

    /// Clamps a number to a range; NaN becomes the lower bound.
    static func clamped(_ value: Double, _ range: ClosedRange<Double>) -> Double {
        value.isNaN ? range.lowerBound : min(max(value, range.lowerBound), range.upperBound)
    }
}
