public import OrielGeometry
package import OrielWaylandProtocols

/// A surface in the layer of an output that is in front of full-screen windows too (`zwlr_layer_surface_v1`). It
/// belongs to the connection's thread.
///
/// Set its properties, call `surface.commit()` without a buffer, wait for `onConfigure`, then draw. Each configure is
/// acknowledged right before the handler runs. Properties take effect with the next commit.
public final class LayerSurface {
    /// Whether the surface can get keyboard focus.
    public enum KeyboardInteractivity: UInt32, Sendable {
        case none, exclusive
        /// Focus as for a window; the same as `none` if the shell is older than version 4.
        case onDemand
    }

    /// The surface with the layer role.
    public let surface: Surface
    /// Receives the configured size in surface-local pixels; 0 leaves that side to the client.
    public var onConfigure: ((Size) -> Void)?
    /// Runs when the compositor no longer shows the surface, for instance after its output's removal: destroy it.
    public var onClosed: (() -> Void)?

    package let object: ZwlrLayerSurfaceV1

    /// Gives a surface the layer role (`zwlr_layer_shell_v1.get_layer_surface`); nil if the compositor has no layer
    /// shell.
    /// - Parameters:
    ///   - output: nil lets the compositor choose.
    ///   - namespace: purpose of the surface, for the user's rules.
    public init?(_ surface: Surface, namespace: String, output: Output?) {
        guard let shell = surface.globals.layerShell else { return nil }
        self.surface = surface
        object = shell.getLayerSurface(
            surface: surface.object, output: output?.isConnected == true ? output?.object : nil,
            layer: .overlay, namespace: namespace.clippedForWire)
        object.onEvent = { [weak self] event in
            guard let self else { return }
            switch event {
            case .configure(let serial, let width, let height):
                self.object.ackConfigure(serial: serial)
                self.onConfigure?(Size(width: Int(width), height: Int(height)))
            case .closed: self.onClosed?()
            }
        }
    }

    deinit { destroy() }

    package var popupParent: PopupParent { .layer(object) }

    /// Sets the wanted size in surface-local pixels; a side of 0 needs anchors on both its ends (`set_size`).
    public func setSize(_ size: Size) {
        object.setSize(width: UInt32(clamping: size.width), height: UInt32(clamping: size.height))
    }

    /// Anchors the surface to edges of the output; without edges it is centred (`set_anchor`).
    public func setAnchor(_ edges: Edges) { object.setAnchor(anchor: .init(rawValue: UInt32(edges.rawValue))) }

    /// Sets the distance from each anchored edge in surface-local pixels (`set_margin`).
    public func setMargin(_ margin: EdgeInsets) {
        object.setMargin(
            top: Int32(clamping: margin.top), right: Int32(clamping: margin.right),
            bottom: Int32(clamping: margin.bottom), left: Int32(clamping: margin.left))
    }

    /// Reserves a strip kept free of windows, in surface-local pixels (`set_exclusive_zone`). 0 respects the strips of
    /// other surfaces, −1 ignores them.
    public func setExclusiveZone(_ zone: Int) { object.setExclusiveZone(zone: Int32(clamping: zone)) }

    /// Whether the shell knows `onDemand`, as from version 4.
    package var hasOnDemandKeyboard: Bool { object.version >= 4 }

    /// Sets whether the surface can get keyboard focus (`set_keyboard_interactivity`).
    public func setKeyboardInteractivity(_ interactivity: KeyboardInteractivity) {
        let known = interactivity != .onDemand || hasOnDemandKeyboard
        object.setKeyboardInteractivity(
            keyboardInteractivity: .init(rawValue: known ? interactivity.rawValue : 0))
    }

    /// Ends the role; the surface may be destroyed after it. May be repeated.
    public func destroy() { object.destroy() }
}
