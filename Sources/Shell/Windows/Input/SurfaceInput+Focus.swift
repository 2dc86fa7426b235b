package import OrielControls
package import OrielSurfaces

/// The focus of the keyboard on one surface: it goes through the controls, then through the app's drawings.
extension SurfaceInput {
    /// The control that keys act on; nil if there is none.
    package var focusedControl: Control? { controls?.focused }
    /// The drawing of the app that keys act on; nil if there is none.
    package var focusedOverlay: ContentOverlay? { overlays.focused }

    /// Moves the focus to a control.
    package func moveFocus(to control: Control) {
        overlays.hideFocus()
        controls?.focus(control)
    }

    /// Moves the focus to a drawing of the app.
    package func moveFocus(to overlay: ContentOverlay) {
        guard overlay.takesFocus else { return }
        controls?.keyboardLeft()
        overlays.focus(overlay)
    }

    /// Handles a key: it moves the focus, or is for the focused control or drawing.
    /// - Returns: what the control does; nil if the key has no use here.
    func focusKey(_ key: ControlsKey, isRepeated: Bool) -> [ControlsIntent]? {
        if key.movesFocus { return moveFocus(by: key) ? [] : nil }
        if overlays.key(key, isRepeated: isRepeated) { return [] }
        let intents = controls?.key(key)
        // A held key activates a control once.
        return intents != nil && key == .activate && isRepeated ? [] : intents
    }

    private func moveFocus(by key: ControlsKey) -> Bool {
        let isForward = key == .next
        if overlays.holdFocus {
            return overlays.moveFocus(isForward: isForward) || controls?.key(key) != nil
                || overlays.moveFocus(isForward: isForward)
        }
        return controls?.key(key, wraps: !overlays.takeFocus) != nil || overlays.moveFocus(isForward: isForward)
    }
}
