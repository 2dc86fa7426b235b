public import OrielGeometry

/// Tells how much of an output is left to overlays by the panels that keep strips of it for themselves, as long as it
/// lives: a layer surface that would fill the usable area, is never given any content and so is never seen.
///
/// Compositors send its size with the first configure, and those that configure surfaces without content again do so when
/// a panel comes or goes. Where the usable area begins they don't tell. It belongs to the connection's thread.
public final class UsableAreaProbe {
    /// Of the surface, for the user's rules and for those who read a protocol log.
    package static let namespace = "oriel-usable-area"

    private let layer: LayerSurface
    /// Gets the size, in logical pixels, at first and after changes.
    public var onSize: ((Size) -> Void)?

    /// Asks. Nil where the compositor has no layer shell.
    public init?(_ globals: Globals, output: Output) {
        guard output.isConnected,
            let layer = LayerSurface(
                Surface(globals), layer: .overlay, namespace: Self.namespace, output: output)
        else { return nil }
        self.layer = layer
        // Nothing in the way of a pointer, should a compositor look at what has no content.
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

    /// Asks no longer. Harmless when repeated.
    public func finish() {
        layer.destroy()
        layer.surface.destroy()
    }
}
