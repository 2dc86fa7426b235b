public import OrielGeometry

/// What one pointer did at one moment, as the compositor grouped it (`wl_pointer.frame`).
public struct PointerFrame {
    /// The surface the pointer is on after the frame; nil outside of ours, and on one that has ended.
    public var surface: Surface?
    /// Surface-local, after the frame.
    public var x = 0.0
    /// Surface-local, after the frame.
    public var y = 0.0
    /// In the order they came.
    public var events: [PointerEvent] = []
}

/// One of the things in a `PointerFrame`. Times are the compositor's, of an undefined epoch.
public enum PointerEvent: Sendable, Hashable {
    /// The pointer came onto the frame's surface.
    case enter(serial: UInt32)
    /// It left the surface it was on.
    case leave
    /// It is at a new place, surface-local.
    case motion(x: Double, y: Double, time: Duration)
    /// It went so far, whatever the surface does meanwhile (`zwp_relative_pointer_v1`); accelerated as the motion is.
    case relativeMotion(dx: Double, dy: Double, time: Duration)
    /// A button, as linux/input-event-codes.h numbers it (left is 0x110).
    case button(code: UInt32, isPressed: Bool, serial: UInt32, time: Duration)
    /// Scrolling; right and down are positive.
    case scroll(Scroll)

    /// What all axes did in one frame.
    public struct Scroll: Sendable, Hashable {
        /// In surface-local pixels.
        public var dx = 0.0
        /// In surface-local pixels.
        public var dy = 0.0
        /// In wheel steps, where the device has them; a fraction on fine wheels.
        public var stepsX = 0.0
        /// In wheel steps, as `stepsX`.
        public var stepsY = 0.0
        /// True if the fingers were lifted: a kinetic scroll may begin.
        public var isStop = false
        /// The compositor's time.
        public var time = Duration.zero

        package init() {}
    }
}

/// What one touch did. Times are the compositor's, of an undefined epoch; places are surface-local.
public enum TouchEvent {
    case down(id: Int, surface: Surface?, x: Double, y: Double, serial: UInt32, time: Duration)
    case motion(id: Int, x: Double, y: Double, time: Duration)
    case up(id: Int, serial: UInt32, time: Duration)
    /// The compositor took all touches for a gesture of its own.
    case cancel
}

/// The pointer's looks, named as in CSS.
public enum CursorShape: Sendable, Hashable {
    case standard, pointer, move, grabbing
    /// For a drag of these edges.
    case resize(Edges)
    case hidden

    /// Names in cursor themes, best first.
    var themeNames: [String] {
        switch self {
        case .standard: ["default", "left_ptr"]
        case .pointer: ["pointer", "hand2", "hand1", "left_ptr"]
        case .move: ["all-scroll", "move", "fleur", "left_ptr"]
        case .grabbing: ["grabbing", "closedhand", "fleur", "left_ptr"]
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
