import OrielControls
import OrielGeometry
import OrielWayland

/// Receives the input of one surface. No requirement has a default implementation.
@MainActor
protocol SurfaceInputDelegate: AnyObject {
    /// Receives what means the same on every surface.
    var receiver: (any InputReceiver)? { get }
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
    /// The conditions of panels over the surface but for their room and scale.
    var panelSurroundings: PanelLayout.Surroundings { get }
    /// Returns a page of the menu in its present state; nil if there is none.
    func menu(_ page: MenuPage) -> Panel?
    /// The menu opens, or has closed.
    func menuChanged(isOpen: Bool)
}
