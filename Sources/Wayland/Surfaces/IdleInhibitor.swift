import OrielWaylandProtocols

/// Keeps the output on while its surface is visible (`zwp_idle_inhibitor_v1`), until it is destroyed or freed.
public final class IdleInhibitor {
    private let object: ZwpIdleInhibitorV1

    /// Creates an inhibitor; nil if the compositor doesn't offer the protocol.
    public init?(_ surface: Surface) {
        guard let manager = surface.globals.idleInhibition, surface.isAlive else { return nil }
        object = manager.createInhibitor(surface: surface.object)
    }

    deinit { destroy() }

    /// Lets the output turn off again. May be repeated.
    public func destroy() { object.destroy() }
}
