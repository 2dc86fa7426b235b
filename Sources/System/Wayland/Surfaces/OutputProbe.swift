import OrielGeometry

/// Detects when an output shows frames: a transparent pixel above all windows, removed after its first frame callback.
///
/// No callback comes while outputs are off, or while a compositor shows only its locker. The probe belongs to the
/// connection's thread.
public final class OutputProbe {
    /// The layer surface's namespace, for the user's rules and for protocol logs.
    package static let namespace = "oriel-output-probe"

    private let layer: LayerSurface
    private let buffer: ShmBuffer
    /// Runs once, when an output has shown the pixel; the probe has ended then.
    public var onShown: () -> Void = {}

    /// Starts a probe; nil if the compositor has no layer shell.
    /// - Parameter output: nil takes the first output, if there is one. phoc 0.24 aborts if it must choose an output
    ///   without a seat.
    /// - Throws: `WaylandError` if there is no memory for the pixel.
    public init?(_ globals: Globals, on output: Output?) throws(WaylandError) {
        guard
            let layer = LayerSurface(
                Surface(globals), namespace: Self.namespace,
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

    /// Ends the probe. May be repeated.
    public func finish() {
        layer.destroy()
        layer.surface.destroy()
    }
}
