public import OrielGeometry
import OrielWaylandProtocols

/// A Picture-in-Picture window placed by the compositor (`PictureInPictureRole`, experimental). It belongs to the
/// connection's thread.
///
/// Set its properties, call `surface.commit()` without a buffer, wait for `onConfigure`, then draw. Each configure is
/// acknowledged right before the handler runs, so the next commit answers it.
public final class PictureInPictureWindow {
    /// The surface with this role.
    public let surface: Surface
    /// Maximum size, in surface-local pixels; a larger one is a protocol error. Nil while the compositor sends none.
    public private(set) var bounds: Size?
    /// Receives the configured size; nil leaves it to the client, within `bounds`.
    public var onConfigure: ((Size?) -> Void)?
    /// Runs when the compositor no longer shows the window, or never will.
    public var onClosed: (() -> Void)?
    /// Whether the compositor has configured the window; before that, moves and resizes are protocol errors.
    public private(set) var isConfigured = false

    private let shellSurface: XdgSurface
    private let object: PictureInPictureRole
    private var pendingSize: Size?
    private var pendingBounds: Size?

    /// Gives a surface the role; nil if the compositor doesn't offer the protocol. The surface must be a new one.
    public init?(_ surface: Surface, appID: String) {
        guard let shell = surface.globals[PictureInPictureShell.self] else { return nil }
        self.surface = surface
        shellSurface = surface.globals.shell.getXdgSurface(surface: surface.object)
        object = shell.getPip(xdgSurface: shellSurface)
        object.setAppId(appId: appID.clippedForWire)
        object.onEvent = { [weak self] event in
            switch event {
            case .closed: self?.onClosed?()
            case .configureBounds(let width, let height):
                self?.pendingBounds = width > 0 && height > 0 ? Size(width: Int(width), height: Int(height)) : nil
            case .configureSize(let width, let height):
                self?.pendingSize = width > 0 && height > 0 ? Size(width: Int(width), height: Int(height)) : nil
            }
        }
        shellSurface.onEvent = { [weak self] event in
            guard let self, case .configure(let serial) = event else { return }
            self.shellSurface.ackConfigure(serial: serial)
            self.isConfigured = true
            self.bounds = self.pendingBounds
            self.onConfigure?(self.pendingSize)
        }
    }

    deinit { destroy() }

    package var popupParent: PopupParent { .window(shellSurface) }

    /// Sets the surface that the window opens from and returns to, for the compositor's animation (`set_origin`,
    /// `set_origin_rect`). Takes effect with the next commit; it can be replaced, but not cleared.
    /// - Parameters:
    ///   - origin: another surface of this connection; one that has ended is ignored.
    ///   - rect: part of it, in its surface-local pixels; nil is the whole surface.
    public func setOrigin(_ origin: Surface, rect: Rect?) {
        guard origin !== surface, origin.isAlive else { return }
        object.setOrigin(origin: origin.object)
        guard let rect, !rect.isEmpty else { return }
        object.setOriginRect(
            x: Int32(clamping: rect.x), y: Int32(clamping: rect.y), width: UInt32(clamping: rect.width),
            height: UInt32(clamping: rect.height))
    }

    /// Sets the part of the surface that is the window (`xdg_surface.set_window_geometry`). Without it the compositor
    /// takes subsurfaces into account.
    public func setWindowGeometry(_ rect: Rect) {
        shellSurface.setWindowGeometry(rect)
    }

    /// Starts an interactive move with the press that has this serial, which must still hold (`move`). The pointer or
    /// finger leaves the surface and its release is not sent.
    /// - Returns: false before the first configure.
    public func move(_ seat: Seat, serial: UInt32) -> Bool {
        guard isConfigured else { return false }
        object.move(seat: seat.object, serial: serial)
        return true
    }

    /// Starts an interactive resize, under the conditions of `move` (`resize`).
    /// - Returns: false before the first configure.
    public func resize(_ seat: Seat, serial: UInt32, edges: Edges) -> Bool {
        guard isConfigured else { return false }
        object.resize(seat: seat.object, serial: serial, edges: .init(rawValue: UInt32(edges.rawValue)))
        return true
    }

    /// Ends the role, then its `xdg_surface`; the surface may be destroyed after it. May be repeated.
    public func destroy() {
        object.destroy()
        shellSurface.destroy()
    }
}
