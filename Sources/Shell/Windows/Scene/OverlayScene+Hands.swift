import OrielControls
import OrielGeometry
import OrielPlatform
import OrielWayland

/// Pointer gestures on the overlay: moving, throwing, resizing, putting it away and bringing it back.
extension OverlayScene: SceneSide {
    var form: ControlsForm { .pictureInPicture }

    func perform(_ intent: PointerGestures.Intent, _ event: SurfaceInput.Origin) {
        guard let floating else { return }
        switch intent {
        case .beginMove:
            if floating.beginMove(event) { input?.handTaken() } else { takeHold(of: floating, edges: []) }
        case .beginResize(let edges):
            if floating.beginResize(event, edges: edges) {
                input?.handTaken()
            } else {
                takeHold(of: floating, edges: edges)
            }
        case .drag(let dx, let dy):
            guard overlayPlace?.isHeld == true else { return }
            changePlace(isGliding: false) { $0.drag(dx: dx, dy: dy, in: $1) }
            followHandToOutput()
        case .endDrag(let velocity):
            guard overlayPlace?.isHeld == true else { return }
            let snaps = options.pictureInPicture.snapsToCorners != (event.seat?.modifiers.contains(.control) ?? false)
            changePlace(isGliding: true) { $0.release(velocity, snaps: snaps, in: $1) }
            loosenGrip()
        case .click where overlayPlace?.stash != nil: setStashed(false)
        case .click where peek.isActive: dismissPeek()
        case .click: break
        case .doubleClick: delegate?.returnButtonPressed(event)
        case .middleClick: delegate?.closeButtonPressed()
        }
    }

    /// Stops a gliding overlay where it is now shown.
    private func takeHold(of floating: FloatingSurface, edges: Edges) {
        floating.renewUsableArea()
        let seen = floating.shownPlacement
        changePlace(isGliding: false) { $0.take(seen, edges: edges, in: $1) }
    }

    /// Whether its edges can be dragged.
    var isResizable: Bool {
        guard let overlayPlace else { return false }
        return !overlayPlace.isHeld && !overlayPlace.isLocked && overlayPlace.stash == nil
    }

    /// Moves the overlay away from the pointer, if the options say so. With Control or Shift held it stays.
    /// - Returns: Whether the overlay moves away, so that the pointer's event is not for it.
    func pointerHovers(_ hover: SurfaceInput.Hover) -> Bool {
        if handCame(isNew: false) { return true }
        guard options.pictureInPicture.dodges, let floating, floating.kind == .layerShell, isResizable else {
            return false
        }
        guard floating.shownPlacement == floating.placement else { return true }
        let now = MonotonicClock.now
        let staysByKey = hover.seat?.modifiers.isDisjoint(with: [.control, .shift]) == false
        guard hover.isFirst, !staysByKey, dodge.pointerCame(at: now) else {
            dodge.pointerStayed(at: now)
            return false
        }
        changePlace(isGliding: true) { place, surroundings in
            place.put(place.home.dodged(x: hover.x, y: hover.y, in: surroundings.area))
        }
        return true
    }

    func pointerEntered() { _ = handCame(isNew: true) }
    func pointerLeft(x: Double, y: Double) { handLeft(x: x, y: y) }
    func fingerHeld() -> Bool { handCame(isNew: true) }

    /// Takes the keyboard for the menu, and gives it back after it. A popup's grab alone doesn't bring it on wlroots,
    /// where it must come before the grab. KWin leaves it with a layer surface that gives it back.
    func menuChanged(isOpen: Bool) {
        guard let floating, floating.canTakeKeyboard, keyboard.phase == .none, !desktop.globals.popupsTakeKeyboard
        else { return }
        floating.setKeyboard(isOpen ? .exclusive : .none)
    }

    /// Resizes the overlay; the volume is changed by two fingers, by keys and by the controls.
    func scroll(_ steps: Int, _ origin: SurfaceInput.Origin) { resize(bySteps: steps) }
}
