package import OrielControls
package import OrielGeometry
package import OrielPlayer
package import OrielWayland

/// Receives input that means the same on the window and on the overlay. No requirement has a default implementation.
@MainActor
package protocol InputReceiver: AnyObject {
    /// A key was pressed or repeated on a surface with controls of this form; a panel in the picture is asked first.
    /// - Returns: whether it has a meaning there.
    func panelKey(_ event: KeyEvent, _ seat: Seat?, on form: ControlsForm) -> Bool
    /// The user pressed a key, which the app may have bound.
    /// - Parameter chords: the ways to write it, the best first.
    /// - Returns: whether the app has bound it.
    func appKeyPressed(_ chords: [KeyChord], isRepeated: Bool) -> Bool
    /// The user pressed a key of the bindings, or clicked on the picture.
    func perform(_ action: PlayerAction, _ origin: SurfaceInput.Origin)
    /// Returns a page of the menu in its present state; nil if there is none.
    func menu(_ page: MenuPage, on form: ControlsForm) -> Panel?
    /// Opens a page of the menu in the picture, since its surface can have no popup.
    /// - Parameter anchor: area that the menu is placed beside, in logical pixels.
    /// - Returns: false if there can be none.
    func openMenuInPicture(_ page: MenuPage, on form: ControlsForm, at anchor: Rect, byKey: Bool) -> Bool
    /// A row of the menu was used.
    /// - Returns: what the menu does next.
    func perform(_ intent: PanelIntent, on page: MenuPage, _ origin: SurfaceInput.Origin) -> MenuStep
    /// A pointer, finger or key began to hold the position, or let go of it.
    func handMoved(isDown: Bool)
    /// The wheel turned with Control held, two fingers moved apart, or a hand moves the enlarged picture.
    func zoom(_ change: ZoomChange, on surface: Size, _ origin: SurfaceInput.Origin)
    /// The wheel turned over the window, or two fingers moved up or down: changes the volume.
    /// - Parameter steps: Notches; downwards is positive.
    func scroll(_ steps: Int, _ origin: SurfaceInput.Origin?)
    /// The focus on the controls has moved, or a menu has opened, changed or closed.
    func focusChanged()
    /// Addresses were dropped on the surface.
    /// - Parameter text: The addresses as the other program wrote them.
    func dropped(_ text: String)
}
