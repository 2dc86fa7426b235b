/// What is shown of subtitles from some time on.
package struct SubtitleEvent: Hashable, Sendable {
    package enum Content: Hashable, Sendable {
        /// An event in Matroska's form, `ReadOrder, Layer, Style, …, Text`: what libavcodec's decoders make of each kind of text.
        case text([UInt8])
        /// Pictures on a canvas that lies over the whole video; none to show nothing any more.
        case pictures([SubtitlePicture], canvasWidth: Int, canvasHeight: Int)
    }

    package var content: Content
    /// Since the start of the medium.
    package var start: Duration
    /// Nil for until the next.
    package var end: Duration?
}

/// A part of a canvas.
package struct SubtitlePicture: Hashable, Sendable {
    package var x: Int
    package var y: Int
    package var width: Int
    package var height: Int
    /// So many columns and rows of the canvas share a pixel: 1 unless it was too large to be kept.
    package var step: Int
    /// Premultiplied, alpha in the uppermost byte and blue in the lowest, rows without padding.
    package var pixels: [UInt32]

    package init(x: Int, y: Int, width: Int, height: Int, step: Int = 1, pixels: [UInt32]) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
        self.step = step
        self.pixels = pixels
    }

    /// How many pixels there are in a row, and how many rows.
    package var columns: Int { Self.parts(of: width, step) }
    package var rows: Int { Self.parts(of: height, step) }

    static func parts(of length: Int, _ step: Int) -> Int { (length + step - 1) / step }
}
