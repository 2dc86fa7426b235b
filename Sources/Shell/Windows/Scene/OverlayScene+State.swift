import OrielControls
import OrielGeometry
import OrielPlatform
import OrielSurfaces
import OrielWayland

/// The overlay's state: put away at an edge, locked, or with the keyboard.
extension OverlayScene {
    /// Whether clicks go through the overlay.
    package var isLocked: Bool { floating != nil && overlayPlace?.isLocked == true }

    /// Puts the overlay away at an edge, except for a tab, or brings it back.
    /// - Returns: false if no edge is free.
    @discardableResult
    package func setStashed(_ isStashed: Bool) -> Bool {
        changePlace(isGliding: true) { place, surroundings in
            guard !isStashed else { return place.putAway(in: surroundings) }
            place.bringBack(in: surroundings)
            return true
        } ?? false
    }

    /// Lets clicks go through the overlay to the surface below, or takes them again.
    package func setLocked(_ isLocked: Bool) {
        changePlace(isGliding: false) { $0.setLocked(isLocked, in: $1) }
    }

    /// Whether the overlay has the keyboard.
    package var hasKeyboard: Bool { keyboard.hasKeyboard }

    /// Asks for the keyboard for the overlay, or gives it back.
    package func setKeyboard(_ isWanted: Bool) {
        guard let floating, floating.canTakeKeyboard else { return }
        changeKeyboard { isWanted ? $0.ask(knowsOnDemand: floating.knowsOnDemandKeyboard) : $0.giveUp() }
    }

    /// The keyboard's focus came to the overlay, or is elsewhere.
    package func keyboardMoved(toOverlay isThere: Bool) {
        guard let floating, floating.canTakeKeyboard else { return }
        changeKeyboard { $0.focusMoved(toOverlay: isThere, knowsOnDemand: floating.knowsOnDemandKeyboard) }
    }

    private func changeKeyboard(_ change: (inout KeyboardClaim) -> KeyboardClaim.Interactivity?) {
        let old = keyboard
        let interactivity = change(&keyboard)
        if let interactivity { floating?.setKeyboard(interactivity) }
        guard keyboard != old else { return }
        showMark()
        guard keyboard.isWaiting else { return }
        let phase = keyboard
        desktop.loop.after(KeyboardClaim.patience) { [weak self] in
            guard let self, let floating, keyboard == phase else { return }
            changeKeyboard { $0.timeIsUp(knowsOnDemand: floating.knowsOnDemandKeyboard) }
        }
    }

    func showMark() {
        var mark = OverlayMark(
            isLocked: overlayPlace?.isLocked == true || peek.isActive, stash: overlayPlace?.stash,
            isFocused: hasKeyboard)
        mark.cornerRadius = options.pictureInPicture.cornerRadius
        floating?.picture.stack.show(mark)
    }

    /// Shows the differences from an earlier state.
    func showOverlayState(after old: OverlayPlace?) {
        guard let floating, let place = overlayPlace else { return }
        let isAway = place.stash != nil
        if panel != nil, isAway || place.isLocked {
            panel = nil
            showContentOverlays()
            scene.delegate?.refreshPanels()
        }
        floating.picture.isResting = isAway && !place.isHeld
        input?.isWithoutControls = isAway || place.isLocked || peek.isActive
        if peek.letsThrough {
            applyInputRegion()
            floating.picture.surface.commit()
        }
        guard old?.stash != place.stash || old?.isLocked != place.isLocked else { return }
        if old?.isLocked != place.isLocked {
            if place.isLocked { endPeek() }
            applyInputRegion()
            floating.picture.surface.commit()
        }
        if isAway { endPeek() }
        if isAway { setKeyboard(false) }
        showMark()
        guard (old?.stash != nil) != isAway else { return }
        scene.updateInhibitor()
        delegate?.overlayStashChanged(isStashed: isAway)
    }

    /// Before another player takes the overlay: brings it back, unlocks it and gives the keyboard back.
    func settle() {
        setKeyboard(false)
        endPeek()
        guard let place = overlayPlace, place.stash != nil || place.isLocked || place.isHeld else { return }
        changePlace(isGliding: false) { place, surroundings in
            place.bringBack(in: surroundings)
            place.setLocked(false, in: surroundings)
        }
    }

    /// The overlay goes: forgets that it was put away or locked. The next overlay is at its whole place.
    func forgetOverlayState() {
        keyboard = KeyboardClaim()
        endPeek()
        guard var place = overlayPlace else { return }
        let (isAway, surroundings) = (place.stash != nil, surroundings)
        place.bringBack(in: surroundings)
        place.setLocked(false, in: surroundings)
        overlayPlace = place
        if isAway { delegate?.overlayStashChanged(isStashed: false) }
    }
}
