package import OrielGeometry
package import OrielSurfaces

/// The surface of an overlay: a layer surface, a window that the compositor keeps on top, or a toplevel with the title
/// that users' window rules match.
@MainActor
package protocol FloatingSurface: AnyObject {
    var picture: PictureSurface { get }
    /// The surface kind, as `status` names it.
    var kind: PictureInPictureSurfaceKind { get }
    /// The placement that was requested last.
    var placement: Placement { get }
    /// The present placement: during a glide a step of it, otherwise `placement`.
    var shownPlacement: Placement { get }
    /// Whether `place` moves the overlay.
    var canMove: Bool { get }
    /// Moves and resizes the overlay at once. A toplevel is only resized, unless a shell's extension moves it.
    func place(_ placement: Placement)
    /// Moves and resizes the overlay in steps from its present placement. Another call, or `place`, takes over from
    /// there.
    func glide(to placement: Placement, in area: Size)
    /// Called at the first configure: the overlay may be drawn.
    var onConfigured: () -> Void { get set }
    /// Called when the compositor has closed the surface.
    var onClosed: () -> Void { get set }
    /// Called when the user closes an overlay that is a window; it stays until `finish`.
    var onCloseRequest: () -> Void { get set }
    /// Called when the compositor or the user has resized an overlay that is a window.
    var onResized: () -> Void { get set }
    /// Whether the compositor shows nothing of it (`xdg_toplevel`'s *suspended*). A layer surface isn't told.
    var isSuspended: Bool { get }
    /// Runs when `isSuspended` changed.
    var onSuspensionChange: (Bool) -> Void { get set }
    /// Measures the usable area of the output again, where the kind needs it.
    func renewUsableArea()
    /// Lets the overlay draw; nothing is shown before.
    func reveal()
    /// Destroys the surface.
    func finish()

    // MARK: Input

    /// Asks the compositor to move it with the pointer or finger that is down.
    /// - Returns: false if the client moves it itself.
    func beginMove(_ origin: SurfaceInput.Origin) -> Bool
    /// Asks the compositor to resize it with the pointer or finger that is down.
    /// - Returns: false if the client resizes it itself.
    func beginResize(_ origin: SurfaceInput.Origin, edges: Edges) -> Bool
    /// Whether `setKeyboard` has an effect; a toplevel gets the keyboard as every window does.
    var canTakeKeyboard: Bool { get }
    /// Whether the compositor knows the keyboard on demand.
    var knowsOnDemandKeyboard: Bool { get }
    /// Sets at once how the surface wants the keyboard.
    func setKeyboard(_ interactivity: KeyboardClaim.Interactivity)

    // MARK: Motion

    /// Returns whether its first motion waits: the picture is still in its window.
    var waits: () -> Bool { get set }
    /// Stops where it is on its way, since a window takes the picture over from there.
    func hold()
    /// Goes to its place: the window that it was held for is gone.
    func letGo()
    /// Names the surface that the picture comes from or returns to, for an animation by the compositor. Takes effect
    /// with the next commit, or with `finish`.
    func setOrigin(_ origin: PictureSurface)
    /// Gives the picture another opacity; takes effect with the next commit.
    /// - Parameter fades: whether it gets there in steps, if the compositor can fade it.
    func setOpacity(_ opacity: Double, fades: Bool)
    /// Fades in, if the compositor can.
    func fadeIn()
    /// Fades out, if the compositor can.
    /// - Parameter done: Runs when nothing of it is seen; at once if the compositor can't fade it.
    func fadeOut(_ done: @escaping () -> Void)
    /// Takes no input and reports nothing from now on. Its last picture stays.
    func leave()
}

/// A window that the compositor places, moves and fades, and that gets the keyboard as every window does.
extension FloatingSurface {
    package var canMove: Bool { false }
    package var shownPlacement: Placement { placement }
    package func glide(to placement: Placement, in area: Size) { place(placement) }
    package func renewUsableArea() {}
    package var canTakeKeyboard: Bool { false }
    package var knowsOnDemandKeyboard: Bool { false }
    package func setKeyboard(_ interactivity: KeyboardClaim.Interactivity) {}
    package func hold() {}
    package func letGo() {}
    package func setOrigin(_ origin: PictureSurface) {}
    package func setOpacity(_ opacity: Double, fades: Bool) {
        picture.opacity = opacity
        picture.setNeedsRedraw()
    }
    package func fadeIn() {}
    package func fadeOut(_ done: @escaping () -> Void) { done() }
}
