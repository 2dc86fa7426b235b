import OrielGeometry

/// How much of what is asked for is drawn. Titles and scripts come from outside and have no size of their own.
package enum TextLimits {
    /// The longest text, in grapheme clusters and in Unicode scalars, and the most scalars of one cluster.
    package static let clusters = 1024
    package static let scalars = 4096
    package static let scalarsPerCluster = 32
    /// The most items of a scene and the most elements of a shape.
    package static let items = 256
    package static let elements = 4096
    /// The largest surface: an output of 8K, either way up.
    package static let side = 7680
    package static let area = 7680 * 4320
    /// The largest type, outline and blur, in pixels.
    package static let fontSize = 1024.0
    package static let outline = 64.0
    package static let blur = 64.0
    /// libass's caches: glyphs, and megabytes of bitmaps.
    static let cachedGlyphs: CInt = 512
    static let cachedBitmaps: CInt = 8
    /// Of subtitles: bytes of a header and of the packets that wait, bytes of one packet and of all events, their number,
    /// bytes of all fonts.
    static let script = 16 << 20
    static let chunk = 1 << 20
    static let events = 64 << 20
    static let chunks = 65536
    static let fonts = 64 << 20
    /// Bytes that libass may have in use for one script: its events, fonts, outlines and bitmaps.
    static let scriptMemory = 96 << 20
    /// How often the pixels of a surface may be drawn over for one picture of subtitles.
    static let overdraw = 256
    /// The longest family's name, in Unicode scalars.
    static let name = 256

    /// How much larger or smaller than usual letters may be, as the controls have it.
    static func textScale(_ scale: Double) -> Double { scale.isFinite ? min(max(scale, 0.75), 2) : 1 }

    /// A surface as large as is drawn on.
    static func clamped(_ size: Size) -> Size {
        let width = min(max(size.width, 0), side)
        return Size(width: width, height: min(max(size.height, 0), side, width == 0 ? 0 : area / width))
    }

    /// A finite number within a range; its lower bound where it is none.
    static func clamped(_ value: Double, _ range: ClosedRange<Double>) -> Double {
        value.isNaN ? range.lowerBound : min(max(value, range.lowerBound), range.upperBound)
    }
}
