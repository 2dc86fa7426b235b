public import OrielGeometry

/// Reports the size of an output's area that panels leave free, while the probe lives. It is a layer surface over that
/// area that never gets a buffer, so it is never visible.
///
/// Compositors send the size with the first configure. Those that configure surfaces without content again do so when a
/// panel comes or goes. The area's position is not reported. The probe belongs to the connection's thread.
public final class UsableAreaProbe {
    /// The layer surface's namespace, for the user's rules and for protocol logs.
    package static let namespace = "oriel-usable-area"

    private let layer: LayerSurface
    /// Receives the size in logical pixels, first and after each change.
    public var onSize: ((Size) -> Void)?

    /// Starts a probe; nil if the compositor has no layer shell or the output is gone.
    public init?(_ globals: Globals, output: Output) {
        guard output.isConnected,
            let layer = LayerSurface(Surface(globals), namespace: Self.namespace, output: output)
        else { return nil }
        self.layer = layer
        // Let pointer events through, in case a compositor considers surfaces without content.
        layer.surface.setInputRegion([])
        layer.setAnchor([.top, .bottom, .left, .right])
        layer.setExclusiveZone(0)
        layer.setKeyboardInteractivity(.none)
        layer.onConfigure = { [weak self] size in
            if !size.isEmpty { self?.onSize?(size) }
        }
        layer.onClosed = { [weak self] in self?.finish() }
        layer.surface.commit()
    }

    deinit { finish() }

    /// Ends the probe. May be repeated.
    public func finish() {
        layer.destroy()
        layer.surface.destroy()
    }
}
