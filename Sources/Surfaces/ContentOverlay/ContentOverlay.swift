public import OrielGeometry

/// What an app draws over a view's picture, in its window and full screen: a badge, or controls of its own. It lies below Oriel's
/// controls, as AVKit's `contentOverlayView` does, and is never seen in Picture in Picture.
///
/// It has a surface of its own (`wl_subsurface`): no video is drawn for it, and it costs nothing while it stands. Where the
/// compositor has none it isn't seen, and nothing of the pointer is told.
@MainActor
public final class ContentOverlay {
    /// Where it lies on a picture of a size, both in logical pixels; asked whenever the window has another size. An empty rectangle
    /// is nowhere, and what lies beyond the picture is cut off.
    public var frame: (Size) -> Rect {
        didSet { setNeedsDisplay() }
    }

    /// Draws it, when it is first seen, after `setNeedsDisplay`, and whenever its size or scale is another.
    public var draw: (Canvas) -> Void {
        didSet { setNeedsDisplay() }
    }

    /// Hears of the pointer and of the finger that are on its frame, or were pressed there, in logical pixels from the frame's upper
    /// left corner. The answer is whether that is meant for it: of `pressed`, whether the press is, up to its end; of `moved`, whether
    /// Oriel's controls stay hidden. Others are ignored. nil lets everything through to the picture.
    public var onPointer: ((PointerEvent) -> Bool)?

    /// What happens to it under a hand.
    public enum PointerEvent: Hashable, Sendable {
        /// The pointer moved over it, or what was pressed there did.
        case moved(x: Double, y: Double)
        /// The pointer is elsewhere.
        case left
        /// The left button, or a finger, came down.
        case pressed(x: Double, y: Double)
        /// It was let go, wherever that is: only within the frame was it a click.
        case released(x: Double, y: Double)
        /// It was taken away: nothing was clicked.
        case cancelled
    }

    /// What it is drawn on, for as long as `draw` runs.
    public struct Canvas {
        /// What it covers of the picture, in logical pixels: the overlay's frame, widened to where logical and hardware pixels meet.
        public let frame: Rect
        /// In hardware pixels.
        public let size: Size
        /// Hardware pixels per logical one.
        public let scale: Double
        /// Bytes from one row to the next.
        public let stride: Int
        /// All of it, clear: 32 bits a pixel, blue first in memory, colours premultiplied by alpha (`WL_SHM_FORMAT_ARGB8888`, cairo's
        /// `CAIRO_FORMAT_ARGB32` on little-endian machines).
        public let bytes: UnsafeMutableRawBufferPointer
    }

    /// One that is shown once it is among the `contentOverlays` of one view.
    public init(frame: @escaping (Size) -> Rect, draw: @escaping (Canvas) -> Void) {
        self.frame = frame
        self.draw = draw
    }

    /// Lets it be drawn again, once, with what else happens in this turn of the loop.
    public func setNeedsDisplay() { onNeedsDisplay() }

    var onNeedsDisplay: () -> Void = {}
}
