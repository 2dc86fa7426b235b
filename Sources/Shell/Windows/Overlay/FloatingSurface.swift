package import OrielGeometry
package import OrielSurfaces
import OrielWayland

/// The surface of an overlay: a layer surface, a window that the compositor keeps on top, or a toplevel with the title
/// that users' window rules match.
///
/// This class has the answers of a window that the compositor places, moves and fades, and that gets the keyboard as
/// every window does; the kinds override them.
@MainActor
package class FloatingSurface {
    package let picture: PictureSurface
    /// The surface kind, as `status` names it.
    package let kind: PictureInPictureSurfaceKind
    /// The placement that was requested last.
    package final var placement: Placement
    /// The present placement: during a glide a step of it, otherwise `placement`.
    var shownPlacement: Placement { placement }
    /// Whether `place` moves the overlay.
    package var canMove: Bool { false }
    /// Called at the first configure: the overlay may be drawn.
    final var onConfigured: () -> Void = {}
    /// Called when the compositor has closed the surface.
    final var onClosed: () -> Void = {}
    /// Called when the user closes an overlay that is a window; it stays until `finish`.
    final var onCloseRequest: () -> Void = {}
    /// Called when the compositor or the user has resized an overlay that is a window.
    final var onResized: () -> Void = {}
    /// Whether the compositor shows nothing of it (`xdg_toplevel`'s *suspended*). A layer surface isn't told.
    final var isSuspended = false {
        didSet { if isSuspended != oldValue { onSuspensionChange(isSuspended) } }
    }
    /// Runs when `isSuspended` changed.
    final var onSuspensionChange: (Bool) -> Void = { _ in }
    private(set) final var isConfigured = false
    private(set) final var isRevealed = false
    private let destroyRole: () -> Void

    /// - Parameters:
    ///   - surface: the surface with its role.
    ///   - destroyRole: destroys the role object.
    init(
        _ surface: Surface, on stage: Stage, _ kind: PictureInPictureSurfaceKind, at placement: Placement,
        popupParent: PopupParent, destroyRole: @escaping () -> Void
    ) {
        self.kind = kind
        self.placement = placement
        self.destroyRole = destroyRole
        picture = PictureSurface(surface, stage: stage)
        picture.stack.popupParent = popupParent
    }

    /// Moves and resizes the overlay at once. A toplevel is only resized, unless a shell's extension moves it.
    func place(_ placement: Placement) { self.placement = placement }
    /// Moves and resizes the overlay in steps from its present placement. Another call, or `place`, takes over from
    /// there.
    func glide(to placement: Placement, in area: Size) { place(placement) }
    /// Measures the usable area of the output again, where the kind needs it.
    func renewUsableArea() {}

    /// Notes that a configure was applied.
    final func noteConfigured() {
        let isFirst = !isConfigured
        isConfigured = true
        if isRevealed { picture.isShowing = true }
        if isFirst { onConfigured() }
    }

    /// Lets the overlay draw; nothing is shown before.
    final func reveal() {
        isRevealed = true
        if isConfigured { picture.isShowing = true }
    }

    /// Takes no input and reports nothing from now on. Its last picture stays, without message and controls.
    final func leave() {
        (onClosed, onCloseRequest) = ({}, {})
        picture.surface.setInputRegion([])
        picture.stack.hideMessage()
        picture.stack.hideControls()
    }

    /// Destroys the surface.
    func finish() { picture.finish(role: destroyRole) }

    // MARK: Input

    /// Asks the compositor to move it with the pointer or finger that is down.
    /// - Returns: false if the client moves it itself.
    func beginMove(_ origin: SurfaceInput.Origin) -> Bool { false }
    /// Asks the compositor to resize it with the pointer or finger that is down.
    /// - Returns: false if the client resizes it itself.
    func beginResize(_ origin: SurfaceInput.Origin, edges: Edges) -> Bool { false }
    /// Whether `setKeyboard` has an effect; a toplevel gets the keyboard as every window does.
    var canTakeKeyboard: Bool { false }
    /// Whether the compositor knows the keyboard on demand.
    var knowsOnDemandKeyboard: Bool { false }
    /// Sets at once how the surface wants the keyboard.
    func setKeyboard(_ interactivity: KeyboardClaim.Interactivity) {}

    // MARK: Motion

    /// Returns whether its first motion waits: the picture is still in its window.
    final var waits: () -> Bool = { false }
    /// Stops where it is on its way, since a window takes the picture over from there.
    func hold() {}
    /// Goes to its place: the window that it was held for is gone.
    func letGo() {}
    /// Names the surface that the picture comes from or returns to, for an animation by the compositor. Takes effect
    /// with the next commit, or with `finish`.
    func setOrigin(_ origin: PictureSurface) {}
    /// Gives the picture another opacity; takes effect with the next commit.
    /// - Parameter fades: whether it gets there in steps, if the compositor can fade it.
    func setOpacity(_ opacity: Double, fades: Bool) {
        picture.opacity = opacity
        picture.setNeedsRedraw()
    }
    /// Fades from one share of its opacity to another, if the compositor can.
    /// - Parameter done: Runs at the end; at once if the compositor can't fade it.
    func fade(from start: Double, to end: Double, _ done: @escaping () -> Void) { done() }
}
