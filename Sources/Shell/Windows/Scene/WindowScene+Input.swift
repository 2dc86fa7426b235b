import OrielControls
import OrielGeometry
import OrielPlayer
import OrielSurfaces
import OrielWayland

extension WindowScene: SceneSide {
    var form: ControlsForm { .window }
    var isResizable: Bool { window?.isFloating == true }

    func perform(_ intent: PointerGestures.Intent, _ event: SurfaceInput.Origin) {
        // Gestures inside the app's window are the app's.
        guard let window else { return }
        switch intent {
        // The enlarged picture moves in its window, and not the window.
        case .beginMove where player.form.canPan: break
        case .drag(let dx, let dy) where player.form.canPan:
            guard let size = picture?.size, !size.isEmpty else { break }
            delegate?.zoom(.pan(dx: dx / Double(size.width), dy: dy / Double(size.height)), on: size, event)
        case .beginMove where !window.isFullscreen:
            if let seat = event.seat { window.toplevel.move(seat, serial: event.serial) }
        case .beginResize(let edges):
            if let seat = event.seat { window.toplevel.resize(seat, serial: event.serial, edges: edges) }
        case .doubleClick: delegate?.perform(.toggleFullscreen, event)
        case .click where player.isEmpty: delegate?.perform(.open, event)
        default: break
        }
    }

    func perform(_ intent: ControlsIntent, _ origin: SurfaceInput.Origin) {
        switch intent {
        case .press(.minimizeWindow): window?.toplevel.minimize()
        case .press(.maximizeWindow):
            if let window { window.toplevel.setMaximized(!window.states.contains(.maximized)) }
        case .press(.closeWindow): window?.onCloseRequest()
        default: delegate?.perform(intent, origin)
        }
    }

    /// A window stays where the user has put it.
    func pointerHovers(_ hover: SurfaceInput.Hover) -> Bool { false }

    func pointerEntered() {}
    func pointerLeft(x: Double, y: Double) {}
    func fingerHeld() -> Bool { false }

    /// A window's menu gets the keyboard with the window.
    func menuChanged(isOpen: Bool) {}

    func scroll(_ steps: Int, _ origin: SurfaceInput.Origin) { delegate?.scroll(steps, origin) }
}
