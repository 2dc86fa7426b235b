/// Content of subtitles that is shown from some time on.
package struct SubtitleEvent: Hashable, Sendable {
    package enum Content: Hashable, Sendable {
        /// An ASS event in Matroska's form, `ReadOrder, Layer, …, Text`. libavcodec's decoders output it for any
        /// kind of text.
        case text([UInt8])
        /// Bitmaps on a canvas over the video; empty to clear it.
        case pictures([SubtitlePicture], canvasWidth: Int, canvasHeight: Int)
    }

    package var content: Content
    /// Time since the start of the medium.
    package var start: Duration
    /// Nil if the event lasts until the next one.
    package var end: Duration?
}

/// A bitmap on the canvas.
package struct SubtitlePicture: Hashable, Sendable {
    package var x: Int
    package var y: Int
    package var width: Int
    package var height: Int
    /// Columns and rows of the canvas that share a pixel: 1 unless the bitmap was too large to be kept.
    package var step: Int
    /// Premultiplied pixels, with alpha in the highest byte and blue in the lowest; rows without padding.
    package var pixels: [UInt32]

    package init(x: Int, y: Int, width: Int, height: Int, step: Int = 1, pixels: [UInt32]) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
        self.step = step
        self.pixels = pixels
    }

    /// Pixels in a row, and number of rows.
    package var columns: Int { Self.parts(of: width, step) }
    package var rows: Int { Self.parts(of: height, step) }

    static func parts(of length: Int, _ step: Int) -> Int { (length + step - 1) / step }
}
