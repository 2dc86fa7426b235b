public import OrielGeometry
package import OrielWaylandProtocols

/// A surface in a layer of an output (`zwlr_layer_surface_v1`). It belongs to the connection's thread.
///
/// Set it up, `surface.commit()` without content, wait for `onConfigure`, then draw. Each configure is acknowledged right
/// before the handler runs. All that is set takes effect with the next commit.
public final class LayerSurface {
    /// From the back to the front; `overlay` is in front of full-screen windows too.
    public enum Layer: UInt32, Sendable { case background, bottom, top, overlay }

    /// Whether it may have the keyboard.
    public enum KeyboardInteractivity: UInt32, Sendable {
        case none, exclusive
        /// As a window would; none where the shell is older than version 4.
        case onDemand
    }

    /// What it shows.
    public let surface: Surface
    /// The last configured size; 0 leaves that side to the client. Nil before the first configure.
    public private(set) var configuredSize: Size?
    /// Gets the size, in surface-local pixels; 0 leaves that side to the client.
    public var onConfigure: ((Size) -> Void)?
    /// The compositor no longer shows it (its output is gone, say): destroy it.
    public var onClosed: (() -> Void)?

    package let object: ZwlrLayerSurfaceV1

    /// Gives a surface the layer role (`zwlr_layer_shell_v1.get_layer_surface`).
    /// - Parameters:
    ///   - output: nil lets the compositor choose.
    ///   - namespace: what it is for, for the user's rules.
    /// - Returns: nil where the compositor has no layer shell.
    public init?(_ surface: Surface, layer: Layer, namespace: String, output: Output?) {
        guard let shell = surface.globals.layerShell else { return nil }
        self.surface = surface
        object = shell.getLayerSurface(
            surface: surface.object, output: output?.isConnected == true ? output?.object : nil,
            layer: .init(rawValue: layer.rawValue), namespace: namespace.clippedForWire)
        object.onEvent = { [weak self] event in
            guard let self else { return }
            switch event {
            case .configure(let serial, let width, let height):
                self.object.ackConfigure(serial: serial)
                let size = Size(width: Int(width), height: Int(height))
                self.configuredSize = size
                self.onConfigure?(size)
            case .closed: self.onClosed?()
            }
        }
    }

    deinit { destroy() }

    /// The wanted size; a side of 0 needs anchors on both its ends.
    public func setSize(_ size: Size) {
        object.setSize(width: UInt32(clamping: size.width), height: UInt32(clamping: size.height))
    }

    /// The edges of the output it keeps to; none is the centre.
    public func setAnchor(_ edges: Edges) { object.setAnchor(anchor: .init(rawValue: UInt32(edges.rawValue))) }

    /// The distance from each anchored edge.
    public func setMargin(_ margin: EdgeInsets) {
        object.setMargin(
            top: Int32(clamping: margin.top), right: Int32(clamping: margin.right),
            bottom: Int32(clamping: margin.bottom), left: Int32(clamping: margin.left))
    }

    /// A strip kept free of windows; 0 gives way to others' strips, −1 ignores them.
    public func setExclusiveZone(_ zone: Int) { object.setExclusiveZone(zone: Int32(clamping: zone)) }

    /// Whether it may have the keyboard (`set_keyboard_interactivity`).
    public func setKeyboardInteractivity(_ interactivity: KeyboardInteractivity) {
        let known = interactivity != .onDemand || object.version >= 4
        object.setKeyboardInteractivity(
            keyboardInteractivity: .init(rawValue: known ? interactivity.rawValue : 0))
    }

    /// Moves it to another layer. False where the shell is older than version 2.
    @discardableResult
    public func setLayer(_ layer: Layer) -> Bool {
        guard object.supportsSetLayer else { return false }
        object.setLayer(layer: .init(rawValue: layer.rawValue))
        return true
    }

    /// Ends the role; the surface may end after it. Harmless when repeated.
    public func destroy() { object.destroy() }
}
