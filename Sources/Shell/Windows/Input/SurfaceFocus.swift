package import OrielControls
package import OrielSurfaces

/// The focus of the keyboard on one surface: it goes through the controls, then through the app's drawings.
@MainActor
package struct SurfaceFocus {
    /// The controls over the picture; nil if there are none.
    let controls: SurfaceControls?
    let overlays: ContentOverlayHands

    /// The control that keys act on; nil if there is none.
    package var control: Control? { controls?.focused }
    /// The drawing of the app that keys act on; nil if there is none.
    package var overlay: ContentOverlay? { overlays.focused }

    /// Moves the focus to a control.
    package func move(to control: Control) {
        overlays.hideFocus()
        controls?.focus(control)
    }

    /// Moves the focus to a drawing of the app.
    package func move(to overlay: ContentOverlay) {
        guard overlay.takesFocus else { return }
        controls?.keyboardLeft()
        overlays.focus(overlay)
    }

    /// Takes the focus away, because the keyboard left the surface.
    func leave() {
        overlays.hideFocus()
        controls?.keyboardLeft()
    }

    /// Handles a key: it moves the focus, or is for the focused control or drawing.
    /// - Returns: what the control does; nil if the key has no use here.
    func key(_ key: ControlsKey, isRepeated: Bool) -> [ControlsIntent]? {
        if key.movesFocus { return move(key) ? [] : nil }
        if overlays.key(key, isRepeated: isRepeated) { return [] }
        let intents = controls?.key(key)
        // A held key activates a control once.
        return intents != nil && key == .activate && isRepeated ? [] : intents
    }

    private func move(_ key: ControlsKey) -> Bool {
        let isForward = key == .next
        if overlays.holdFocus {
            return overlays.moveFocus(isForward: isForward) || controls?.key(key) != nil
                || overlays.moveFocus(isForward: isForward)
        }
        return controls?.key(key, wraps: !overlays.takeFocus) != nil || overlays.moveFocus(isForward: isForward)
    }
}
