import OrielControls
import OrielGeometry
import OrielPlayer
import OrielSurfaces
import OrielWayland

/// Input of the window.
extension WindowScene: SurfaceInputDelegate {
    var isResizable: Bool { window?.isFloating == true }

    var acceptsDrops: Bool { options.opensFiles }

    func perform(_ action: PlayerAction, _ origin: SurfaceInput.Origin) { delegate?.perform(action, origin) }

    func perform(_ intent: ControlsIntent, _ origin: SurfaceInput.Origin) { delegate?.perform(intent, origin) }

    func perform(_ intent: PointerGestures.Intent, _ event: SurfaceInput.Origin) {
        guard let window else { return }
        switch intent {
        case .beginMove where !window.isFullscreen: window.toplevel.move(event.seat, serial: event.serial)
        case .beginResize(let edges): window.toplevel.resize(event.seat, serial: event.serial, edges: edges)
        case .doubleClick: delegate?.perform(.toggleFullscreen, event)
        case .click where player.isEmpty: delegate?.perform(.open, event)
        default: break
        }
    }

    /// A window stays where the user has put it.
    func pointerHovers(_ hover: SurfaceInput.Hover) -> Bool { false }

    func scroll(_ steps: Int) { delegate?.scroll(steps) }

    func changeVolume(by steps: Int) { delegate?.scroll(-steps) }

    func handMoved(isDown: Bool) { delegate?.handMoved(isDown: isDown) }

    func dropped(_ text: String) { delegate?.dropped(text) }
}
