/// A touch event. Times are the compositor's, with an undefined epoch; positions are surface-local.
public enum TouchEvent {
    case down(id: Int, surface: Surface?, x: Double, y: Double, serial: UInt32, time: Duration)
    case motion(id: Int, x: Double, y: Double, time: Duration)
    case up(id: Int, serial: UInt32, time: Duration)
    /// The compositor took over all touch points, for a gesture for instance.
    case cancel
}
