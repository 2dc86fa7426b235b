/// A part of a buffer that begins and ends at multiples of 1/256 pixel, the unit of `wp_viewport.set_source`.
package struct BufferPart: Hashable, Sendable {
    /// Position of the left side, in pixels.
    package let x: Double
    /// Position of the upper side, in pixels.
    package let y: Double
    /// Width in pixels, above 0.
    package let width: Double
    /// Height in pixels, above 0.
    package let height: Double

    /// The part of a buffer that shows a part of a rectangle. It never reaches beyond the buffer, which would be a
    /// protocol error.
    /// - Parameters:
    ///   - visible: the visible part; both rectangles have the same unit.
    ///   - whole: the rectangle that the buffer fills.
    ///   - buffer: the buffer's size in pixels.
    /// - Returns: nil if nothing is visible, or if the part is smaller than the unit.
    package init?(of visible: Rect, in whole: Rect, buffer: Size) {
        guard !buffer.isEmpty, let visible = visible.intersection(whole) else { return nil }
        func along(_ start: Int, _ end: Int, _ length: Int, _ pixels: Int) -> (start: Double, length: Double)? {
            func edge(_ position: Int) -> Double {
                (Double(position) / Double(length) * Double(pixels) * 256).rounded(.down) / 256
            }
            let (from, to) = (edge(start), min(Double(pixels), edge(end)))
            return from < to ? (from, to - from) : nil
        }
        guard
            let across = along(visible.x - whole.x, visible.maxX - whole.x, whole.width, buffer.width),
            let down = along(visible.y - whole.y, visible.maxY - whole.y, whole.height, buffer.height)
        else { return nil }
        (x, width) = (across.start, across.length)
        (y, height) = (down.start, down.length)
    }
}
