import OrielGeometry
import OrielSurfaces
import OrielWayland

/// An overlay for compositors without layer shell: a toplevel with the title that users' window rules and shell
/// extensions match. The compositor chooses its position.
@MainActor
final class ToplevelFloatingSurface: FloatingSurface {
    /// The title of Firefox's Picture-in-Picture window, so that existing rules match.
    static let title = "Picture-in-Picture"

    let picture: PictureSurface
    private let toplevel: Toplevel
    private(set) var placement: Placement
    var shownPlacement: Placement { placement }
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

    init(stage: Stage, placement: Placement) {
        self.placement = placement
        let surface = Surface(stage.globals)
        toplevel = Toplevel(surface, title: Self.title, appID: stage.applicationID)
        toplevel.setTag("pip")
        picture = PictureSurface(surface, stage: stage)
        toplevel.onConfigure = { [weak self] in self?.configured($0) }
        toplevel.onClose = { [weak self] in self?.onCloseRequest() }
        surface.commit()
    }

    func place(_ placement: Placement) {
        // A client cannot move its toplevel; it can only take another size.
        guard placement.size != self.placement.size else { return }
        // The compositor dictates the size: it stays, and the caller is notified as of a resize.
        guard !isSizeGiven else { return onResized() }
        self.placement.size = placement.size
        if isConfigured { picture.resize(to: placement.size) }
    }

    func glide(to placement: Placement, in area: Size) { place(placement) }

    /// Does nothing: the compositor places toplevels.
    func renewUsableArea() {}

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
        toplevel.move(origin.seat, serial: origin.serial)
        return true
    }

    func beginResize(_ origin: SurfaceInput.Origin, edges: Edges) -> Bool {
        toplevel.resize(origin.seat, serial: origin.serial, edges: edges)
        return true
    }

    let canTakeKeyboard = false
    let knowsOnDemandKeyboard = false
    func setKeyboard(_ interactivity: KeyboardClaim.Interactivity) {}

    // A toplevel's place is the compositor's: nothing moves or fades.
    var waits: () -> Bool = { false }
    func hold() {}
    func letGo() {}
    func fadeIn() {}
    func fadeOut(_ done: @escaping () -> Void) { done() }
    func leave() { (onClosed, onCloseRequest) = ({}, {}) }

    func reveal() {
        isRevealed = true
        if isConfigured { picture.isShowing = true }
    }

    func finish() {
        picture.finish { toplevel.destroy() }
    }
}
