import OrielWaylandProtocols

/// Keeps the output on while its surface is visible (`zwp_idle_inhibitor_v1`), until it is destroyed or freed.
///
/// The surface is a toplevel or a layer surface, never a subsurface: sway 1.7 crashes when the parent of one with an
/// inhibitor is destroyed first.
public final class IdleInhibitor {
    private let object: ZwpIdleInhibitorV1

    /// Creates an inhibitor; nil if the compositor doesn't offer the protocol.
    public init?(_ surface: Surface) {
        guard let manager = surface.globals[ZwpIdleInhibitManagerV1.self], surface.isAlive else { return nil }
        object = manager.createInhibitor(surface: surface.object)
    }

    /// Creates an inhibitor on a toplevel of the app's; nil if the compositor doesn't offer the protocol.
    package init?(onToplevel toplevel: OpaquePointer, _ globals: Globals) {
        guard let manager = globals[ZwpIdleInhibitManagerV1.self] else { return nil }
        object = manager.createInhibitor(surface: WlSurface(foreign: toplevel, on: manager.table))
    }

    deinit { destroy() }

    /// Lets the output turn off again. May be repeated.
    public func destroy() { object.destroy() }
}
