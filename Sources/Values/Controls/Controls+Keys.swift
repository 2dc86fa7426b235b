/// Keyboard navigation. A ring marks the focused control; Tab moves it to the next, and activation acts as a click.
/// Pointer and touch input hide the ring; the next Tab shows it where it was.
extension Controls {
    /// How long the controls stay visible after a key.
    package static let keyTime = Duration.seconds(5)
    /// Steps of the arrow keys, the same as without controls.
    private static let seekStep = Duration.seconds(5)
    private static let volumeStep = 5

    /// Handles a key press or repeat.
    /// - Parameter wraps: whether the first control follows the last one; otherwise the focus leaves the controls.
    /// - Returns: nil if the key isn't for a control.
    package mutating func key(_ key: ControlsKey, wraps: Bool = true, at now: Duration) -> [ControlsIntent]? {
        guard press == nil else { return nil }
        if key.movesFocus { return moveFocus(isForward: key == .next, wraps: wraps, at: now) ? [] : nil }
        guard let focused, let intents = intents(of: key, on: focused) else { return nil }
        show(until: now + Self.keyTime)
        return intents
    }

    /// Moves the ring to a control.
    package mutating func focus(_ control: Control, at now: Duration) {
        hovered = nil
        show(until: now + Self.keyTime)
        setFocus(control, isShown: true)
    }

    /// Handles the loss of keyboard focus.
    package mutating func keyboardLeft() { setFocus(lastFocus, isShown: false) }

    /// The control with the ring; nil if there is none.
    package var focused: Control? {
        guard isFocusShown, let lastFocus, layout?.targets.contains(where: { $0.control == lastFocus }) == true else {
            return nil
        }
        return lastFocus
    }

    private mutating func moveFocus(isForward: Bool, wraps: Bool, at now: Duration) -> Bool {
        let wasFocused = focused
        hovered = nil
        show(until: now + Self.keyTime)
        let order = layout?.order(isRightToLeft: surroundings.isRightToLeft) ?? []
        guard let first = isForward ? order.first : order.last else {
            hide()
            return false
        }
        let next: Control
        if let index = order.firstIndex(where: { $0 == wasFocused }) {
            let step = isForward ? 1 : -1
            guard wraps || order.indices.contains(index + step) else {
                setFocus(nil, isShown: false)
                return false
            }
            next = order[(index + step + order.count) % order.count]
        } else {
            next = order.first { $0 == lastFocus } ?? first
        }
        setFocus(next, isShown: true)
        return true
    }

    private func intents(of key: ControlsKey, on control: Control) -> [ControlsIntent]? {
        switch (control, key) {
        case (.scrubber, .left): [.seek(by: .zero - Self.seekStep)]
        case (.scrubber, .right): [.seek(by: Self.seekStep)]
        case (.volume, .left), (.volume, .down): [.setVolume(volume(changedBy: -Self.volumeStep))]
        case (.volume, .right), (.volume, .up): [.setVolume(volume(changedBy: Self.volumeStep))]
        case (_, .activate) where !control.isDragged: [.press(control)]
        default: nil
        }
    }

    /// Limited to the slider's maximum, unless the volume is already above it.
    private func volume(changedBy step: Int) -> Int {
        let volume = state.volume ?? 0
        return min(max(volume + step, 0), max(volume, ControlsState.fullVolume))
    }
}
