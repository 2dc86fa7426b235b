import OrielControls

/// Receives the input of one surface. No requirement has a default implementation.
@MainActor
protocol SurfaceInputDelegate: AnyObject {
    /// Receives what means the same on every surface.
    var receiver: (any InputReceiver)? { get }
    /// The form of its controls, apart from full screen.
    var form: ControlsForm { get }
    /// Whether the surface's edges resize it now.
    var isResizable: Bool { get }
    /// Whether text that is dropped on the surface is wanted.
    var acceptsDrops: Bool { get }

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
    /// The menu opens, or has closed.
    func menuChanged(isOpen: Bool)
}
