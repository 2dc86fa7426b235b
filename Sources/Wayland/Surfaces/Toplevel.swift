public import OrielGeometry
package import OrielWaylandProtocols

/// A window (`xdg_toplevel`). It belongs to the connection's thread.
///
/// Set it up, `surface.commit()` without content, wait for `onConfigure`, then draw. Each configure is acknowledged right
/// before the handler runs, so the next commit answers it.
public final class Toplevel {
    /// What the compositor wants, as one configure says it.
    public struct Configuration: Sendable, Hashable {
        /// The window's size without a frame, in surface-local pixels; nil leaves it to the client.
        public var size: Size?
        /// The largest size that makes sense on the output; nil where unknown (`configure_bounds`).
        public var bounds: Size?
        /// How the window should look and behave.
        public var states: States = []
        /// What the compositor can do; all where it doesn't say (`wm_capabilities`).
        public var capabilities: Capabilities = .all
        /// True if the compositor draws the frame.
        public var isDecorated = false
    }

    /// `xdg_toplevel.state`; each has the bit of its number on the wire.
    public struct States: OptionSet, Sendable, Hashable {
        public let rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }
        public static let maximized = States(rawValue: 1 << 1)
        public static let fullscreen = States(rawValue: 1 << 2)
        /// The user is resizing; the size is then the greatest allowed.
        public static let resizing = States(rawValue: 1 << 3)
        /// Should look as the window in use.
        public static let activated = States(rawValue: 1 << 4)
        public static let tiledLeft = States(rawValue: 1 << 5)
        public static let tiledRight = States(rawValue: 1 << 6)
        public static let tiledTop = States(rawValue: 1 << 7)
        public static let tiledBottom = States(rawValue: 1 << 8)
        /// Not shown; no need to draw.
        public static let suspended = States(rawValue: 1 << 9)
        /// All four edges.
        public static let tiled: States = [.tiledLeft, .tiledRight, .tiledTop, .tiledBottom]
    }

    /// `xdg_toplevel.wm_capabilities`; each has the bit of its number on the wire.
    public struct Capabilities: OptionSet, Sendable, Hashable {
        public let rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }
        public static let windowMenu = Capabilities(rawValue: 1 << 1)
        public static let maximize = Capabilities(rawValue: 1 << 2)
        public static let fullscreen = Capabilities(rawValue: 1 << 3)
        public static let minimize = Capabilities(rawValue: 1 << 4)
        /// What is assumed where the compositor says nothing.
        public static let all: Capabilities = [.windowMenu, .maximize, .fullscreen, .minimize]
    }

    /// What it shows.
    public let surface: Surface
    /// The last configure; nil before the first.
    public private(set) var configuration: Configuration?
    /// Gets each configure, acknowledged already.
    public var onConfigure: ((Configuration) -> Void)?
    /// The user or the compositor wants the window to go.
    public var onClose: (() -> Void)?

    private let shellSurface: XdgSurface
    package let object: XdgToplevel
    private let decoration: ZxdgToplevelDecorationV1?
    private var pending = Configuration()

    /// Gives a surface the window role and asks for a frame drawn by the compositor, where it offers that.
    /// - Parameters:
    ///   - appID: the base name of the app's `.desktop` file.
    ///   - wantsDecoration: false for a window without any frame.
    public init(_ surface: Surface, title: String, appID: String, wantsDecoration: Bool = true) {
        self.surface = surface
        shellSurface = surface.globals.shell.getXdgSurface(surface: surface.object)
        object = shellSurface.getToplevel()
        decoration = surface.globals.decorations?.getToplevelDecoration(toplevel: object)
        decoration?.setMode(mode: wantsDecoration ? .serverSide : .clientSide)
        setTitle(title)
        object.setAppId(appId: appID.clippedForWire)
        object.onEvent = { [weak self] in self?.receive($0) }
        decoration?.onEvent = { [weak self] event in
            if case .configure(let mode) = event { self?.pending.isDecorated = mode == .serverSide }
        }
        shellSurface.onEvent = { [weak self] event in
            if case .configure(let serial) = event { self?.apply(serial) }
        }
    }

    deinit { destroy() }

    private func receive(_ event: XdgToplevel.Event) {
        switch event {
        case .configure(let width, let height, let states):
            pending.size = width > 0 && height > 0 ? Size(width: Int(width), height: Int(height)) : nil
            pending.states = States(rawValue: states.bitsFromWords)
        case .configureBounds(let width, let height):
            pending.bounds = width > 0 && height > 0 ? Size(width: Int(width), height: Int(height)) : nil
        case .wmCapabilities(let capabilities):
            pending.capabilities = Capabilities(rawValue: capabilities.bitsFromWords)
        case .close: onClose?()
        }
    }

    private func apply(_ serial: UInt32) {
        shellSurface.ackConfigure(serial: serial)
        configuration = pending
        onConfigure?(pending)
    }

    // MARK: Requests

    /// `xdg_toplevel.set_title`; cut to what fits a message.
    public func setTitle(_ title: String) { object.setTitle(title: title.clippedForWire) }

    /// A tag for the user's rules that stays the same from run to run (`xdg_toplevel_tag_v1`), where offered.
    public func setTag(_ tag: String) {
        surface.globals.toplevelTags?.setToplevelTag(toplevel: object, tag: tag.clippedForWire)
    }

    /// Wants the whole of an output, or of one the compositor chooses (`set_fullscreen`).
    public func setFullscreen(on output: Output? = nil) {
        object.setFullscreen(output: output?.isConnected == true ? output?.object : nil)
    }

    /// Wants the size it had before (`unset_fullscreen`).
    public func unsetFullscreen() { object.unsetFullscreen() }

    /// Wants all the room there is, or no longer (`set_maximized`, `unset_maximized`).
    public func setMaximized(_ maximized: Bool) {
        if maximized { object.setMaximized() } else { object.unsetMaximized() }
    }

    /// Wants to be out of sight (`set_minimized`); the compositor never says whether it is.
    public func minimize() { object.setMinimized() }

    /// Lets the user move the window with what was pressed (`xdg_toplevel.move`).
    /// - Parameter serial: of the press.
    public func move(_ seat: Seat, serial: UInt32) { object.move(seat: seat.object, serial: serial) }

    /// Lets the user resize the window (`xdg_toplevel.resize`).
    /// - Parameter serial: of the press.
    public func resize(_ seat: Seat, serial: UInt32, edges: Edges) {
        object.resize(seat: seat.object, serial: serial, edges: .init(rawValue: UInt32(edges.rawValue)))
    }

    /// The smallest sensible size; nil is any.
    public func setMinimumSize(_ size: Size?) {
        object.setMinSize(width: Int32(clamping: size?.width ?? 0), height: Int32(clamping: size?.height ?? 0))
    }

    /// The greatest sensible size; nil is any.
    public func setMaximumSize(_ size: Size?) {
        object.setMaxSize(width: Int32(clamping: size?.width ?? 0), height: Int32(clamping: size?.height ?? 0))
    }

    /// The part of the surface that is the window (`xdg_surface.set_window_geometry`).
    public func setWindowGeometry(_ rect: Rect) {
        guard !rect.isEmpty else { return }
        shellSurface.setWindowGeometry(
            x: Int32(clamping: rect.x), y: Int32(clamping: rect.y), width: Int32(clamping: rect.width),
            height: Int32(clamping: rect.height))
    }

    /// Ends the role; the surface may end after it. Harmless when repeated.
    public func destroy() {
        decoration?.destroy()
        object.destroy()
        shellSurface.destroy()
    }
}
