public import OrielGeometry
import OrielWaylandProtocols

/// A Picture-in-Picture window that the compositor places (`xx_pip_v1`, experimental). It belongs to the connection's
/// thread. Used as `Toplevel` is.
public final class PictureInPictureWindow {
    /// What it shows.
    public let surface: Surface
    /// The greatest size allowed; a larger one is a protocol error. Nil before the compositor says.
    public private(set) var bounds: Size?
    /// Gets the size; nil leaves it to the client, within `bounds`.
    public var onConfigure: ((Size?) -> Void)?
    /// The compositor no longer shows it, or never will.
    public var onClosed: (() -> Void)?

    private let shellSurface: XdgSurface
    private let object: XxPipV1
    private var pendingSize: Size?

    /// Gives a surface the role. Nil where the compositor doesn't offer it.
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

    /// Where the picture comes from, for an animation.
    /// - Parameter rect: in the origin's surface-local pixels; nil is all of it.
    public func setOrigin(_ origin: Surface, rect: Rect?) {
        object.setOrigin(origin: origin.object)
        guard let rect, !rect.isEmpty else { return }
        object.setOriginRect(
            x: Int32(clamping: rect.x), y: Int32(clamping: rect.y), width: UInt32(clamping: rect.width),
            height: UInt32(clamping: rect.height))
    }

    /// Lets the user move the window with what was pressed.
    public func move(_ seat: Seat, serial: UInt32) { object.move(seat: seat.object, serial: serial) }

    /// Lets the user resize the window with what was pressed.
    public func resize(_ seat: Seat, serial: UInt32, edges: Edges) {
        object.resize(seat: seat.object, serial: serial, edges: .init(rawValue: UInt32(edges.rawValue)))
    }

    /// Ends the role; the surface may end after it. Harmless when repeated.
    public func destroy() {
        object.destroy()
        shellSurface.destroy()
    }
}
