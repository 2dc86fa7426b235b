import OrielControls
import OrielGeometry
import OrielPlatform
import OrielSurfaces
import OrielWayland

/// Peeking: the overlay fades, and what lies below takes the clicks.
extension OverlayScene {
    /// Whether the overlay is faded.
    package var isPeeking: Bool { floating != nil && peek.isActive }

    /// Fades the overlay until it is asked not to, or ends a peek.
    /// - Returns: false if it is stashed, or locked: both end a peek.
    package func setPeeking(_ isWanted: Bool) -> Bool {
        if isWanted, let place = overlayPlace, place.isLocked || place.stash != nil { return false }
        changePeek { $0.ask(isWanted) }
        return true
    }

    /// Ends a peek by a click: the overlay is whole, with its controls, until the pointer has left it.
    func dismissPeek() { changePeek { $0.dismiss() } }

    /// Whether a pointer or a finger on the overlay fades it.
    private var peeksUnderHand: Bool {
        guard options.pictureInPicture.hover == .peek, let place = overlayPlace else { return false }
        return !place.isHeld && !place.isLocked && place.stash == nil
    }

    /// A pointer came onto the overlay or moved on it, or a finger was held there.
    /// - Parameter isNew: whether it came now.
    /// - Returns: whether the overlay fades, so that the event is for nothing else.
    func handCame(isNew: Bool) -> Bool {
        guard peeksUnderHand || peek.isActive else { return false }
        changePeek { $0.pointerCame(at: MonotonicClock.now, isNew: isNew) }
        return peek.isActive
    }

    /// The pointer left the overlay from this position.
    func handLeft(x: Double, y: Double) {
        guard let size = floating?.shownPlacement.size else { return }
        changePeek { $0.pointerLeft(x: x, y: y, size: size) }
    }

    /// Ends a peek, since the overlay goes, is put away or is locked.
    func endPeek() { if peek.isActive { changePeek { $0.end() } } }

    /// Another surface takes the overlay's place, which is as the options say.
    func forgetPeek() {
        peek.end()
        setPeekTimer()
    }

    private func changePeek(_ change: (inout Peek) -> Void) {
        let old = peek
        change(&peek)
        setPeekTimer()
        guard let floating, (old.isActive, old.letsThrough) != (peek.isActive, peek.letsThrough) else { return }
        if old.isActive != peek.isActive {
            let opacity = peek.isActive ? options.pictureInPicture.peekOpacity : options.pictureInPicture.opacity
            floating.setOpacity(opacity, fades: scene.isAnimated)
            input?.isWithoutControls = peek.isActive || overlayPlace?.isLocked == true || overlayPlace?.stash != nil
            showMark()
        }
        applyInputRegion()
        floating.picture.surface.commit()
    }

    private func setPeekTimer() {
        peekTimer.keep(on: desktop.loop, at: peek.deadline) { [weak self] in
            self?.changePeek { $0.timeIsUp(at: MonotonicClock.now) }
        }
    }

    /// Tells the compositor which part of the overlay takes input; takes effect with the next commit.
    func applyInputRegion() {
        guard let floating, let place = overlayPlace else { return }
        let isPeeking = peek.letsThrough && !place.isHeld
        floating.picture.surface.setInputRegion(
            place.isLocked ? [] : isPeeking ? peekedRegion(of: floating.shownPlacement.size) : nil)
    }

    /// The rim and, up to it, the corner with the padlock.
    private func peekedRegion(of size: Size) -> [Rect] {
        let corner = OverlayMark(isLocked: true).padlock(on: size, scale: 1).map { padlock in
            Rect(x: padlock.x, y: 0, width: size.width - padlock.x, height: padlock.maxY)
        }
        return Peek.rims(of: size) + [corner].compactMap(\.self)
    }
}
