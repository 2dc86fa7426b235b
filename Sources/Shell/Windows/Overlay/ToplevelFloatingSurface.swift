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

    let picture: PictureSurface
    private let toplevel: Toplevel
    private(set) var placement: Placement
    let kind = PictureInPictureSurfaceKind.toplevel
    var onConfigured: () -> Void = {}
    var onClosed: () -> Void = {}
    var onCloseRequest: () -> Void = {}
    var onResized: () -> Void = {}
    /// The compositor reports that the overlay is invisible (`xdg_toplevel`, *suspended*).
    private(set) var isSuspended = false
    /// Called when `isSuspended` has changed.
    var onSuspensionChange: (Bool) -> Void = { _ in }
    /// The compositor dictates the size: the overlay is tiled, maximised or full screen.
    private var isSizeGiven = false
    private var isConfigured = false
    private var isRevealed = false
    /// GNOME Shell's extension and the overlay there; nil without a session bus.
    private let shell: (extension: ShellExtension, overlay: ShellExtension.Overlay)?
    /// The user has moved the window since its place was requested.
    private var wasDragged = false

    /// Makes an overlay that shows nothing before `reveal`.
    init(stage: Stage, placement: Placement, shell: ShellExtension?) {
        self.placement = placement
        self.shell = shell.map { ($0, $0.open(at: .init(placement))) }
        let surface = Surface(stage.globals)
        toplevel = Toplevel(surface, title: Self.title, appID: stage.applicationID)
        toplevel.setTag("pip")
        picture = PictureSurface(surface, stage: stage)
        picture.stack.popupParent = toplevel.popupParent
        toplevel.onConfigure = { [weak self] in self?.configured($0) }
        toplevel.onClose = { [weak self] in self?.onCloseRequest() }
        surface.commit()
    }

    func place(_ placement: Placement) {
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
        if configuration.states.contains(.suspended) != isSuspended {
            isSuspended.toggle()
            onSuspensionChange(isSuspended)
        }
        let first = !isConfigured
        isConfigured = true
        if isRevealed { picture.isShowing = true }
        if first { onConfigured() }
    }

    func beginMove(_ origin: SurfaceInput.Origin) -> Bool {
        guard let seat = origin.seat else { return false }
        toplevel.move(seat, serial: origin.serial)
        wasDragged = true
        return true
    }

    func beginResize(_ origin: SurfaceInput.Origin, edges: Edges) -> Bool {
        guard let seat = origin.seat else { return false }
        toplevel.resize(seat, serial: origin.serial, edges: edges)
        return true
    }

    var canMove: Bool { shell?.extension.isEnabled ?? false }

    var waits: () -> Bool = { false }
    func leave() { (onClosed, onCloseRequest) = ({}, {}) }

    func reveal() {
        isRevealed = true
        if isConfigured { picture.isShowing = true }
    }

    func finish() {
        if let shell { shell.extension.close(shell.overlay) }
        picture.finish { toplevel.destroy() }
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
