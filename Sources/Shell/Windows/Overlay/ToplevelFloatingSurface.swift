import OrielGeometry
import OrielSessionBus
import OrielSurfaces
import OrielWayland

/// An overlay for compositors without layer shell: a toplevel with the title that users' window rules and shell
/// extensions match. The compositor chooses its position; on GNOME, Oriel's shell extension does.
@MainActor
final class ToplevelFloatingSurface: FloatingSurface {
    /// The title of Firefox's Picture-in-Picture window, so that existing rules match.
    static let title = "Picture-in-Picture"

    private let toplevel: Toplevel
    /// The compositor dictates the size: the overlay is tiled, maximised or full screen.
    private var isSizeGiven = false
    /// GNOME Shell's extension and the overlay there; nil without a session bus.
    private let shell: (extension: ShellExtension, overlay: ShellExtension.Overlay)?
    /// The user has moved the window since its place was requested.
    private var wasDragged = false

    /// Makes an overlay that shows nothing before `reveal`.
    init(stage: Stage, placement: Placement, shell: ShellExtension?) {
        self.shell = shell.map { ($0, $0.open(at: .init(placement))) }
        let surface = Surface(stage.globals)
        let toplevel = Toplevel(surface, title: Self.title, appID: stage.applicationID)
        self.toplevel = toplevel
        toplevel.setTag("pip")
        super.init(
            surface, on: stage, .toplevel, at: placement, popupParent: toplevel.popupParent,
            destroyRole: toplevel.destroy)
        toplevel.onConfigure = { [weak self] in self?.configured($0) }
        toplevel.onClose = { [weak self] in self?.onCloseRequest() }
        surface.commit()
    }

    override func place(_ placement: Placement) {
        // A client cannot move its toplevel; it can only take another size, and ask the shell's extension.
        let isResized = placement.size != self.placement.size
        let place = ShellExtension.Place(placement)
        if let shell, place != ShellExtension.Place(self.placement) || (wasDragged && !isResized) {
            shell.extension.move(shell.overlay, to: place)
            wasDragged = false
        }
        (self.placement.output, self.placement.corner) = (placement.output, placement.corner)
        self.placement.margins = placement.margins
        guard isResized else { return }
        // The compositor dictates the size: it stays, and the caller is notified as of a resize.
        guard !isSizeGiven else { return onResized() }
        self.placement.size = placement.size
        guard isConfigured else { return }
        picture.resize(to: placement.size)
        toplevel.setWindowGeometry(Rect(origin: .zero, size: placement.size))
    }

    private func configured(_ configuration: Toplevel.Configuration) {
        isSizeGiven =
            configuration.size != nil
            && !configuration.states.isDisjoint(with: Toplevel.States.tiled.union([.fullscreen, .maximized]))
        let size = configuration.size ?? placement.size
        picture.resize(to: size)
        toplevel.setWindowGeometry(Rect(origin: .zero, size: size))
        if size != placement.size {
            placement.size = size
            onResized()
        }
        picture.setNeedsRedraw()
        isSuspended = configuration.states.contains(.suspended)
        noteConfigured()
    }

    override func beginMove(_ origin: SurfaceInput.Origin) -> Bool {
        guard let seat = origin.seat else { return false }
        toplevel.move(seat, serial: origin.serial)
        wasDragged = true
        return true
    }

    override func beginResize(_ origin: SurfaceInput.Origin, edges: Edges) -> Bool {
        guard let seat = origin.seat else { return false }
        toplevel.resize(seat, serial: origin.serial, edges: edges)
        return true
    }

    override var canMove: Bool { shell?.extension.isEnabled ?? false }

    override func finish() {
        if let shell { shell.extension.close(shell.overlay) }
        super.finish()
    }
}

extension ShellExtension.Place {
    fileprivate init(_ placement: Placement) {
        let (corner, margins) = (placement.corner, placement.margins)
        self.init(
            corner: corner.rawValue, x: corner.isLeft ? margins.left : margins.right,
            y: corner.isTop ? margins.top : margins.bottom, output: placement.output)
    }
}
