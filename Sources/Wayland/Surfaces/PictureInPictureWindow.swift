public import OrielGeometry
import OrielWaylandProtocols

/// A Picture-in-Picture window placed by the compositor (`xx_pip_v1`, experimental). Used as `Toplevel` is. It belongs
/// to the connection's thread.
public final class PictureInPictureWindow {
    /// The surface with this role.
    public let surface: Surface
    /// Maximum size; a larger one is a protocol error. Nil before the compositor sends it.
    public private(set) var bounds: Size?
    /// Receives the configured size; nil leaves it to the client, within `bounds`.
    public var onConfigure: ((Size?) -> Void)?
    /// Runs when the compositor no longer shows the window, or never will.
    public var onClosed: (() -> Void)?

    private let shellSurface: XdgSurface
    private let object: XxPipV1
    private var pendingSize: Size?

    /// Gives a surface the role; nil if the compositor doesn't offer the protocol.
    public init?(_ surface: Surface, appID: String) {
        guard let shell = surface.globals.pipShell else { return nil }
        self.surface = surface
        shellSurface = surface.globals.shell.getXdgSurface(surface: surface.object)
        object = shell.getPip(xdgSurface: shellSurface)
        object.setAppId(appId: appID.clippedForWire)
        object.onEvent = { [weak self] event in
            switch event {
            case .closed: self?.onClosed?()
            case .configureBounds(let width, let height):
                self?.bounds = width > 0 && height > 0 ? Size(width: Int(width), height: Int(height)) : nil
            case .configureSize(let width, let height):
                self?.pendingSize = width > 0 && height > 0 ? Size(width: Int(width), height: Int(height)) : nil
            }
        }
        shellSurface.onEvent = { [weak self] event in
            guard let self, case .configure(let serial) = event else { return }
            self.shellSurface.ackConfigure(serial: serial)
            self.onConfigure?(self.pendingSize)
        }
    }

    deinit { destroy() }

    /// Sets the surface that the window opens from, for the compositor's animation (`set_origin`, `set_origin_rect`).
    /// - Parameter rect: part of it, in its surface-local pixels; nil is the whole surface.
    public func setOrigin(_ origin: Surface, rect: Rect?) {
        object.setOrigin(origin: origin.object)
        guard let rect, !rect.isEmpty else { return }
        object.setOriginRect(
            x: Int32(clamping: rect.x), y: Int32(clamping: rect.y), width: UInt32(clamping: rect.width),
            height: UInt32(clamping: rect.height))
    }

    /// Starts an interactive move with the press that has this serial (`xx_pip_v1.move`).
    public func move(_ seat: Seat, serial: UInt32) { object.move(seat: seat.object, serial: serial) }

    /// Starts an interactive resize with the press that has this serial (`xx_pip_v1.resize`).
    public func resize(_ seat: Seat, serial: UInt32, edges: Edges) {
        object.resize(seat: seat.object, serial: serial, edges: .init(rawValue: UInt32(edges.rawValue)))
    }

    /// Ends the role; the surface may be destroyed after it. May be repeated.
    public func destroy() {
        object.destroy()
        shellSurface.destroy()
    }
}
