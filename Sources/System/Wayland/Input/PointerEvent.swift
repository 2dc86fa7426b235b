public import OrielGeometry

/// An event in a `PointerFrame`. Times are the compositor's, with an undefined epoch.
public enum PointerEvent: Sendable, Hashable {
    /// The pointer entered the frame's surface.
    case enter(serial: UInt32)
    /// The pointer left its surface.
    case leave
    /// The pointer moved to a position, in surface-local pixels.
    case motion(x: Double, y: Double, time: Duration)
    /// The pointer moved by a distance, independent of the surface's position (`zwp_relative_pointer_v1`); accelerated
    /// as in `motion`.
    case relativeMotion(dx: Double, dy: Double, time: Duration)
    /// A button was pressed or released; `code` as in linux/input-event-codes.h (left is 0x110).
    case button(code: UInt32, isPressed: Bool, serial: UInt32, time: Duration)
    /// The pointer scrolled; down is positive.
    case scroll(Scroll)

    /// Vertical scrolling in one frame.
    public struct Scroll: Sendable, Hashable {
        /// Distance in surface-local pixels.
        public var dy = 0.0
        /// Distance in wheel steps, if the device has them; fractional on high-resolution wheels.
        public var stepsY = 0.0
        /// True if the fingers were lifted (`axis_stop`, of either axis): kinetic scrolling may begin.
        public var isStop = false
        /// The compositor's time, with an undefined epoch.
        public var time = Duration.zero

        package init() {}
    }
}

/// Shape of the cursor, named as in CSS.
public enum CursorShape: Sendable, Hashable {
    case standard
    /// Cursor for resizing at these edges.
    case resize(Edges)
    case hidden

    /// Names in cursor themes, in order of preference.
    var themeNames: [String] {
        switch self {
        case .standard: ["default", "left_ptr"]
        case .resize(let edges):
            switch edges {
            case .top: ["n-resize", "top_side", "left_ptr"]
            case .bottom: ["s-resize", "bottom_side", "left_ptr"]
            case .left: ["w-resize", "left_side", "left_ptr"]
            case .right: ["e-resize", "right_side", "left_ptr"]
            case [.top, .left]: ["nw-resize", "top_left_corner", "left_ptr"]
            case [.top, .right]: ["ne-resize", "top_right_corner", "left_ptr"]
            case [.bottom, .left]: ["sw-resize", "bottom_left_corner", "left_ptr"]
            case [.bottom, .right]: ["se-resize", "bottom_right_corner", "left_ptr"]
            default: ["default", "left_ptr"]
            }
        case .hidden: []
        }
    }
}
