import OrielGeometry

/// Tells once an output shows something: a clear pixel in front of everything, gone again with its first frame callback.
///
/// While outputs are off, or the session is locked by a compositor that then shows its locker alone, no callback comes. It
/// belongs to the connection's thread.
public final class OutputProbe {
    /// Of the surface, for the user's rules and for those who read a protocol log.
    package static let namespace = "oriel-output-probe"

    private let layer: LayerSurface
    private let buffer: ShmBuffer
    /// An output has shown it. Once; the probe is over then.
    public var onShown: () -> Void = {}

    /// Asks an output. Nil where the compositor has no layer shell.
    /// - Parameter output: nil leaves the choice to the compositor. phoc 0.24 has none to make without a seat, and aborts.
    /// - Throws: where there is no memory for a pixel.
    public init?(_ globals: Globals, on output: Output?) throws(WaylandError) {
        guard
            let layer = LayerSurface(
                Surface(globals), layer: .overlay, namespace: Self.namespace,
                output: output?.isConnected == true ? output : globals.outputs.first)
        else { return nil }
        self.layer = layer
        let pixel = Size(width: 1, height: 1)
        do throws(WaylandError) { buffer = try ShmBuffer(globals, size: pixel) } catch {
            layer.destroy()
            layer.surface.destroy()
            throw error
        }
        layer.surface.setInputRegion([])
        layer.setSize(pixel)
        layer.setAnchor([.top, .left])
        layer.setExclusiveZone(-1)
        layer.setKeyboardInteractivity(.none)
        layer.onConfigure = { [weak self] _ in self?.show() }
        layer.onClosed = { [weak self] in self?.finish() }
        layer.surface.commit()
    }

    deinit { finish() }

    private func show() {
        guard !buffer.isBusy else { return layer.surface.commit() }
        layer.surface.attach(buffer)
        layer.surface.damage()
        layer.surface.requestFrame { [weak self] _ in
            guard let self else { return }
            let shown = self.onShown
            self.finish()
            shown()
        }
        layer.surface.commit()
    }

    /// Asks no longer. Harmless when repeated.
    public func finish() {
        layer.destroy()
        layer.surface.destroy()
    }
}
