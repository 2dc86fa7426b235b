public import OrielGeometry

/// A drawing of the app over a view's picture, for example a badge or controls: in its window and in full screen, or in
/// Picture in Picture. It lies below Oriel's controls, as AVKit's `contentOverlayView` does.
///
/// It has its own `wl_subsurface`: the video isn't redrawn for it, and it costs nothing while it doesn't change. If the
/// compositor has no `wl_subcompositor`, the overlay isn't shown and gets no events.
@MainActor
public final class ContentOverlay {
    /// Area of the overlay on a picture of the given size, both in logical pixels. Called whenever the window's size
    /// changes. An empty rectangle hides the overlay; what lies beyond the picture is cut off.
    public var frame: (Size) -> Rect {
        didSet { setNeedsDisplay() }
    }

    /// Draws the overlay: when it is first shown, after `setNeedsDisplay`, and when its size or scale has changed.
    public var draw: (Canvas) -> Void {
        didSet { setNeedsDisplay() }
    }

    /// Handles pointer and touch events within the frame, or of a press that began there. Positions are in logical
    /// pixels from the frame's upper left corner. nil lets all events through to the picture.
    ///
    /// Return true to take the event: for `pressed`, the overlay then receives the press up to its end; for `moved`,
    /// Oriel's controls stay hidden. The value is ignored for other events.
    public var onPointer: ((PointerEvent) -> Bool)?

    /// Picture on which an overlay is shown.
    public enum Placement: Hashable, Sendable {
        /// The picture in the window and in full screen.
        case window
        /// The floating picture, which is small: its frame is asked for that size.
        case pictureInPicture
    }

    /// Picture on which the overlay is shown; the window's by default. It counts when the overlay comes into a view's
    /// `contentOverlays`. A badge for both pictures is two overlays.
    public var placement = Placement.window

    /// A pointer or touch event on an overlay.
    public enum PointerEvent: Hashable, Sendable {
        /// The pointer moved over the frame, or a press that began there moved.
        case moved(x: Double, y: Double)
        /// The pointer left the frame.
        case left
        /// The left button or a finger was pressed.
        case pressed(x: Double, y: Double)
        /// The button or finger was released. It was a click only if the position is within the frame.
        case released(x: Double, y: Double)
        /// The press was cancelled and is no click.
        case cancelled
    }

    /// Memory to draw an overlay into; valid only while `draw` runs.
    public struct Canvas {
        /// The area that the canvas covers, in logical pixels of the picture: the overlay's frame, widened to where
        /// logical and hardware pixels meet.
        public let frame: Rect
        /// Size in hardware pixels.
        public let size: Size
        /// Hardware pixels per logical pixel.
        public let scale: Double
        /// Bytes from one row to the next.
        public let stride: Int
        /// The pixels, initially transparent: 32 bits each, blue first in memory, colours premultiplied by alpha
        /// (`WL_SHM_FORMAT_ARGB8888`, which is cairo's `CAIRO_FORMAT_ARGB32` on little-endian machines). Unsafe: bounds
        /// are not checked in a release build, and the memory is gone after the call. `withPixels` is the safe form.
        public let bytes: UnsafeMutableRawBufferPointer

        package init(
            frame: Rect, size: Size, scale: Double, stride: Int, bytes: UnsafeMutableRawBufferPointer
        ) {
            self.frame = frame
            self.size = size
            self.scale = scale
            self.stride = stride
            self.bytes = bytes
        }
    }

    /// The overlay as a screen reader tells it; nil, the default of the app's own drawings, leaves it out. *Tab*
    /// reaches an overlay with an action or a slider, and every button that Oriel makes.
    public var accessibility: Accessibility?

    /// Makes an overlay. It is shown once it is in the `contentOverlays` of one view.
    public init(frame: @escaping (Size) -> Rect, draw: @escaping (Canvas) -> Void) {
        self.frame = frame
        self.draw = draw
    }

    /// Requests a redraw later in this turn of the loop. Several requests cause one redraw.
    public func setNeedsDisplay() { onNeedsDisplay() }

    /// Called when a key presses the overlay, if `accessibility` has no action.
    package var onActivate: (() -> Void)?
    /// Handles the wheel over the frame, by notches; false lets it through.
    package var onScroll: ((Int) -> Bool)?
    /// Whether it gets all presses on the picture, and no motion goes to what lies below.
    package var isModal = false
    /// Whether the present press is a finger's.
    package internal(set) var isTouched = false

    var onNeedsDisplay: () -> Void = {}
}
