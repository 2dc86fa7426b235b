import OrielControls
import OrielGeometry
import OrielPlayer
import OrielWayland

/// Receives the input of one surface. No requirement has a default implementation.
@MainActor
protocol SurfaceInputDelegate: AnyObject {
    /// Whether the surface's edges resize it now.
    var isResizable: Bool { get }
    /// Whether text that is dropped on the surface is wanted.
    var acceptsDrops: Bool { get }

    /// A key was pressed or repeated; a panel in the picture is asked first.
    /// - Returns: whether it has a meaning there.
    func panelKey(_ event: KeyEvent, _ seat: Seat?) -> Bool
    /// Opens a page of the menu in the picture, since its surface can have no popup.
    /// - Parameter anchor: area that the menu is placed beside, in logical pixels.
    /// - Returns: false if there can be none.
    func openMenuInPicture(_ page: MenuPage, at anchor: Rect, byKey: Bool) -> Bool
    /// A key was pressed, which the app may have bound.
    /// - Parameter chords: the ways to write it, the best first.
    /// - Returns: whether the app has bound it.
    func appKeyPressed(_ chords: [KeyChord], isRepeated: Bool) -> Bool
    /// A key of the bindings was pressed.
    func perform(_ action: PlayerAction, _ origin: SurfaceInput.Origin)
    /// A control on the surface was operated.
    func perform(_ intent: ControlsIntent, _ origin: SurfaceInput.Origin)
    /// A pointer or a finger made a gesture on the surface.
    func perform(_ intent: PointerGestures.Intent, _ origin: SurfaceInput.Origin)
    /// A pointer moved on the surface with no button pressed.
    /// - Returns: whether the surface moves out of the pointer's way.
    func pointerHovers(_ hover: SurfaceInput.Hover) -> Bool
    /// A pointer came onto the surface, or the surface under it.
    func pointerEntered()
    /// A pointer left the surface.
    func pointerLeft(x: Double, y: Double)
    /// A finger is held on the surface.
    /// - Returns: whether that has a meaning other than the menu.
    func fingerHeld() -> Bool
    /// The wheel turned.
    /// - Parameter steps: notches; downwards is positive.
    func scroll(_ steps: Int, _ origin: SurfaceInput.Origin)
    /// The wheel turned with Control held, two fingers moved apart, or a hand moves the enlarged picture.
    func zoom(_ change: ZoomChange, on surface: Size, _ origin: SurfaceInput.Origin)
    /// Two fingers moved up or down.
    /// - Parameter steps: steps of the volume; up is positive.
    func changeVolume(by steps: Int)
    /// The conditions of panels over the surface but for their room and scale.
    var panelSurroundings: PanelLayout.Surroundings { get }
    /// Returns a page of the menu in its present state; nil if there is none.
    func menu(_ page: MenuPage) -> Panel?
    /// The menu opens, or has closed.
    func menuChanged(isOpen: Bool)
    /// A row of the menu was used.
    /// - Returns: what the menu does next.
    func perform(_ intent: PanelIntent, on page: MenuPage, _ origin: SurfaceInput.Origin) -> MenuStep
    /// The user began or ended to hold the position, on the scrub bar or with a seek key held down.
    func handMoved(isDown: Bool)
    /// Text was dropped: URLs or paths.
    func dropped(_ text: String)
}
