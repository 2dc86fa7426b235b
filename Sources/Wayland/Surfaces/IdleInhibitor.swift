import OrielWaylandProtocols

/// Keeps the screen on while its surface is visible (`zwp_idle_inhibitor_v1`), until it is destroyed or freed.
public final class IdleInhibitor {
    private let object: ZwpIdleInhibitorV1

    /// Nil where the compositor doesn't offer it.
    public init?(_ surface: Surface) {
        guard let manager = surface.globals.idleInhibition, surface.isAlive else { return nil }
        object = manager.createInhibitor(surface: surface.object)
    }

    deinit { destroy() }

    /// Lets the screen go off again. Harmless when repeated.
    public func destroy() { object.destroy() }
}
