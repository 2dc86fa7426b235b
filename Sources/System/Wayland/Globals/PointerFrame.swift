/// Pointer events that belong together (`wl_pointer.frame`).
public struct PointerFrame {
    /// The surface under the pointer after the frame; nil outside our surfaces or if that surface has ended.
    public var surface: Surface?
    /// Position after the frame, in surface-local pixels.
    public var x = 0.0
    /// Position after the frame, in surface-local pixels.
    public var y = 0.0
    /// The events, in order of arrival.
    public var events: [PointerEvent] = []

    package init(surface: Surface? = nil, x: Double = 0, y: Double = 0, events: [PointerEvent] = []) {
        (self.surface, self.x, self.y, self.events) = (surface, x, y, events)
    }
}
