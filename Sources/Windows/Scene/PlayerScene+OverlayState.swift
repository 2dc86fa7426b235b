import OrielControls
import OrielGeometry
import OrielSurfaces
import OrielWayland

/// What the overlay is besides being somewhere: put away at an edge, or locked.
extension PlayerScene {
    /// Clicks go through it.
    package var isOverlayLocked: Bool { floating != nil && overlayPlace?.isLocked == true }

    /// Puts it away at an edge, but for a tab, or brings it back.
    /// - Returns: false where no edge is free.
    @discardableResult
    package func setStashed(_ isStashed: Bool) -> Bool {
        changePlace(isGliding: true) { place, surroundings in
            guard !isStashed else { return place.putAway(in: surroundings) }
            place.bringBack(in: surroundings)
            return true
        } ?? false
    }

    /// Lets clicks go through it, to what is below, or takes them again.
    package func setOverlayLocked(_ isLocked: Bool) {
        changePlace(isGliding: false) { $0.setLocked(isLocked, in: $1) }
    }

    /// Whether the overlay has the keyboard.
    package enum OverlayKeyboard { case none, asked, has }

    package var hasOverlayKeyboard: Bool { overlayKeyboard == .has }

    /// Lets the overlay have the keyboard, or gives it back to whatever had it.
    package func setOverlayKeyboard(_ isWanted: Bool) {
        guard let floating = floating as? LayerFloatingSurface, isWanted != (overlayKeyboard != .none) else { return }
        overlayKeyboard = isWanted ? .asked : .none
        floating.setTakesKeyboard(isWanted)
        showMark()
    }

    /// The keyboard came to the overlay, or is elsewhere.
    package func keyboardMoved(toOverlay isThere: Bool) {
        switch (overlayKeyboard, isThere) {
        case (.asked, true):
            overlayKeyboard = .has
            showMark()
        // The compositor gave it to somebody else: it isn't ours to want back.
        case (.has, false): setOverlayKeyboard(false)
        default: break
        }
    }

    private func showMark() {
        floating?.picture.stack.show(
            OverlayMark(
                isLocked: overlayPlace?.isLocked ?? false, stash: overlayPlace?.stash, isFocused: hasOverlayKeyboard))
    }

    /// Shows what has changed since `old`.
    func showOverlayState(after old: OverlayPlace?) {
        guard let floating, let place = overlayPlace else { return }
        let isAway = place.stash != nil
        floating.picture.isResting = isAway && !place.isHeld
        floatingInput?.isWithoutControls = isAway || place.isLocked
        guard old?.stash != place.stash || old?.isLocked != place.isLocked else { return }
        if old?.isLocked != place.isLocked {
            floating.picture.surface.setInputRegion(place.isLocked ? [] : nil)
            floating.picture.surface.commit()
        }
        if isAway { setOverlayKeyboard(false) }
        showMark()
        guard (old?.stash != nil) != isAway else { return }
        updateInhibitor()
        delegate?.overlayStashChanged(isStashed: isAway)
    }

    /// It goes to another player as one that is wholly seen and takes clicks.
    func settleOverlay() {
        setOverlayKeyboard(false)
        guard let place = overlayPlace, place.stash != nil || place.isLocked || place.isHeld else { return }
        changePlace(isGliding: false) { place, surroundings in
            place.bringBack(in: surroundings)
            place.setLocked(false, in: surroundings)
        }
    }

    /// It goes: the next one is where this one was as a whole.
    func forgetOverlayState() {
        overlayKeyboard = .none
        guard var place = overlayPlace else { return }
        let (isAway, surroundings) = (place.stash != nil, surroundings)
        place.bringBack(in: surroundings)
        place.setLocked(false, in: surroundings)
        overlayPlace = place
        if isAway { delegate?.overlayStashChanged(isStashed: false) }
    }
}
