public import OrielGeometry
package import OrielWaylandProtocols

/// A window (`xdg_toplevel`). It belongs to the connection's thread.
///
/// Set its properties, call `surface.commit()` without a buffer, wait for `onConfigure`, then draw. Each configure is
/// acknowledged right before the handler runs, so the next commit answers it.
public final class Toplevel {
    /// The compositor's wishes for a window, as sent by one configure.
    public struct Configuration: Sendable, Hashable {
        /// Window size without decoration, in surface-local pixels; nil leaves it to the client.
        public var size: Size?
        /// States that determine the window's look and behaviour.
        public var states: States = []
    }

    /// States of a window (`xdg_toplevel.state`); the bit number is the protocol's value.
    public struct States: OptionSet, Sendable, Hashable {
        public let rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }
        public static let maximized = States(rawValue: 1 << 1)
        public static let fullscreen = States(rawValue: 1 << 2)
        /// The window should look active.
        public static let activated = States(rawValue: 1 << 4)
        /// Tiled on all four edges, each of which has a bit.
        public static let tiled = States(rawValue: 0b1111 << 5)
        /// The window isn't visible; no need to draw.
        public static let suspended = States(rawValue: 1 << 9)
    }

    /// The surface with the window role.
    public let surface: Surface
    /// Receives each configure, which is already acknowledged.
    public var onConfigure: ((Configuration) -> Void)?
    /// Runs when the user or the compositor wants the window closed.
    public var onClose: (() -> Void)?

    private let shellSurface: XdgSurface
    package let object: XdgToplevel
    private let decoration: ZxdgToplevelDecorationV1?
    private var pending = Configuration()
    /// Whether the compositor draws a frame (`zxdg_toplevel_decoration_v1`, *server side*). A full-screen window may
    /// have none then.
    public private(set) var isDecorated = false
    /// Runs when `isDecorated` or `capabilities` has changed.
    public var onFrameChange: (() -> Void)?
    /// Actions that the compositor offers (`xdg_toplevel.wm_capabilities`).
    public private(set) var capabilities: Capabilities = [.maximize, .minimize]

    /// Actions of a compositor on a window; all are assumed of one that doesn't tell them.
    public struct Capabilities: OptionSet, Sendable, Hashable {
        public let rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }
        public static let maximize = Capabilities(rawValue: 1 << 2)
        public static let minimize = Capabilities(rawValue: 1 << 4)
    }

    /// Gives a surface the window role and, if offered, requests a decoration by the compositor.
    /// - Parameters:
    ///   - appID: base name of the app's `.desktop` file.
    ///   - wantsDecoration: false for a window without decoration.
    public init(_ surface: Surface, title: String, appID: String, wantsDecoration: Bool = true) {
        self.surface = surface
        shellSurface = surface.globals.shell.getXdgSurface(surface: surface.object)
        object = shellSurface.getToplevel()
        decoration = surface.globals[ZxdgDecorationManagerV1.self]?.getToplevelDecoration(toplevel: object)
        decoration?.onEvent = { [weak self] event in
            guard let self, case .configure(let mode) = event, (mode == .serverSide) != isDecorated else { return }
            isDecorated.toggle()
            onFrameChange?()
        }
        decoration?.setMode(mode: wantsDecoration ? .serverSide : .clientSide)
        setTitle(title)
        object.setAppId(appId: appID.clippedForWire)
        object.onEvent = { [weak self] in self?.receive($0) }
        shellSurface.onEvent = { [weak self] event in
            guard let self, case .configure(let serial) = event else { return }
            shellSurface.ackConfigure(serial: serial)
            onConfigure?(pending)
        }
    }

    deinit { destroy() }

    private func receive(_ event: XdgToplevel.Event) {
        switch event {
        case .configure(let width, let height, let states):
            pending.size = width > 0 && height > 0 ? Size(width: Int(width), height: Int(height)) : nil
            pending.states = States(rawValue: states.bitsFromWords)
        case .wmCapabilities(let list):
            capabilities = Capabilities(rawValue: list.bitsFromWords)
            onFrameChange?()
        case .configureBounds: break
        case .close: onClose?()
        }
    }

    /// Asks the compositor to draw no frame around the window, if it draws any (`set_mode`).
    package func dropDecoration() { decoration?.setMode(mode: .clientSide) }

    package var popupParent: PopupParent { .window(shellSurface) }

    // MARK: Requests

    /// Sets the title (`xdg_toplevel.set_title`); cut to 2048 bytes.
    public func setTitle(_ title: String) { object.setTitle(title: title.clippedForWire) }

    /// Sets a tag for the user's rules that is the same in each run (`xdg_toplevel_tag_v1`), if offered.
    public func setTag(_ tag: String) {
        surface.globals[XdgToplevelTagManagerV1.self]?.setToplevelTag(toplevel: object, tag: tag.clippedForWire)
    }

    /// Requests full screen on an output, or on one the compositor chooses (`set_fullscreen`).
    public func setFullscreen(on output: Output? = nil) {
        object.setFullscreen(output: output?.isConnected == true ? output?.object : nil)
    }

    /// Leaves full screen (`unset_fullscreen`).
    public func unsetFullscreen() { object.unsetFullscreen() }

    /// Requests or ends maximisation (`set_maximized`, `unset_maximized`).
    public func setMaximized(_ maximized: Bool) {
        if maximized { object.setMaximized() } else { object.unsetMaximized() }
    }

    /// Hides the window until the user shows it again (`set_minimized`).
    public func minimize() { object.setMinimized() }

    /// Starts an interactive move (`xdg_toplevel.move`).
    /// - Parameter serial: serial of the press that starts it.
    public func move(_ seat: Seat, serial: UInt32) { object.move(seat: seat.object, serial: serial) }

    /// Starts an interactive resize (`xdg_toplevel.resize`).
    /// - Parameter serial: serial of the press that starts it.
    public func resize(_ seat: Seat, serial: UInt32, edges: Edges) {
        object.resize(seat: seat.object, serial: serial, edges: .init(rawValue: UInt32(edges.rawValue)))
    }

    /// Sets the part of the surface that is the window, without shadows (`xdg_surface.set_window_geometry`).
    public func setWindowGeometry(_ rect: Rect) {
        shellSurface.setWindowGeometry(rect)
    }

    /// Ends the role; the surface may be destroyed after it. May be repeated.
    public func destroy() {
        decoration?.destroy()
        object.destroy()
        shellSurface.destroy()
    }
}
