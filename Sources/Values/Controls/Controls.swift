package import OrielGeometry

/// The controls of one player. Input events with their times come in; intents, the layout and the time to hide come
/// out. Times are of one clock; positions are logical pixels of the surface.
///
/// Pointer motion shows the controls for two and a half seconds, both while playing and paused: a paused frame is there
/// to be looked at (mpv and macOS do the same), and hidden controls cause no wake-ups. They hide sooner after the
/// pointer has left. A tap shows them longer, since no event tells that the finger is still near, and another tap hides
/// them.
package struct Controls: Hashable, Sendable {
    /// How long the controls stay visible after pointer motion, after the pointer leaves, and after a tap.
    package static let idleTime = Duration.milliseconds(2500)
    package static let leaveTime = Duration.milliseconds(300)
    package static let touchTime = Duration.seconds(4)
    /// Time after which a resting pointer gets the control's name and key.
    package static let tooltipTime = Duration.milliseconds(600)

    /// A control that is pressed.
    struct Press: Hashable, Sendable {
        var control: Control
        /// Whether a release at the current position acts.
        var isInside = true
        /// Position of the drag on the track, 0 to 1.
        var fraction = 0.0
    }

    package var state: ControlsState { didSet { if state != oldValue { layOut() } } }
    package private(set) var surroundings: ControlsLayout.Surroundings
    /// The current layout; nil while the controls are hidden.
    package private(set) var layout: ControlsLayout?
    /// Time at which the controls hide without further input; nil while they are hidden or a control is pressed.
    package private(set) var hidingTime: Duration?
    /// Time at which the tooltip of the control under the pointer is shown; nil if it is shown, or there is none.
    private var tooltipTime: Duration?
    private(set) var press: Press?
    var hovered: ControlsLayout.Touch?
    /// The control that keys act on, or acted on last.
    private(set) var lastFocus: Control?
    private(set) var isFocusShown = false

    package init(_ state: ControlsState, in surroundings: ControlsLayout.Surroundings) {
        self.state = state
        self.surroundings = surroundings
    }

    /// Time at which `pass` changes something without further input; nil if it doesn't.
    package var wakeTime: Duration? { [hidingTime, tooltipTime].compactMap(\.self).min() }

    package var isVisible: Bool { if case .some = layout { true } else { false } }
    /// Whether the pointer is over a control or holds one.
    package var isOnControl: Bool { press != nil || hovered != nil }

    /// Whether the scrub bar is being dragged.
    package var isScrubbing: Bool { press?.control == .scrubber }

    /// Handles a new size or scale of the surface.
    package mutating func move(to surface: Size, scale: Double) {
        guard surface != surroundings.surface || scale != surroundings.scale else { return }
        surroundings.surface = surface
        surroundings.scale = scale
        layOut()
    }

    /// Handles a new text size.
    package mutating func scaleText(by textScale: Double) {
        guard textScale != surroundings.textScale else { return }
        surroundings.textScale = textScale
        layOut()
    }

    // MARK: Input

    /// Handles motion of the pointer, or of a finger that holds a control.
    package mutating func moved(to x: Double, _ y: Double, at now: Duration) -> [ControlsIntent] {
        let point = pixel(x, y)
        if var press {
            guard let area = area(of: press.control) else { return [] }
            press.isInside = area.contains(point)
            let old = press.fraction
            if press.control.isDragged { press.fraction = fraction(of: press.control, at: x) ?? old }
            self.press = press
            layOut()
            return press.fraction == old ? [] : drag(press, isBeginning: false)
        }
        if surroundings.isTouch {
            surroundings.isTouch = false
            layOut()
        }
        setFocus(lastFocus, isShown: false)
        show(until: now + Self.idleTime)
        let touch = layout?.control(at: point).map {
            ControlsLayout.Touch($0, fraction: $0 == .scrubber ? fraction(of: $0, at: x) : nil)
        }
        if touch?.control != hovered?.control {
            hovered = touch
            tooltipTime = touch.map { _ in now + Self.tooltipTime }
            layOut()
        } else if touch?.fraction != hovered?.fraction {
            hovered?.fraction = touch?.fraction
            layOut()
        }
        return []
    }

    /// Handles the pointer leaving the surface.
    package mutating func left(at now: Duration) {
        guard press == nil else { return }
        if let hidingTime { self.hidingTime = min(hidingTime, now + Self.leaveTime) }
        guard hovered != nil else { return }
        (hovered, tooltipTime) = (nil, nil)
        layOut()
    }

    /// Handles a press of the left pointer button, or of a finger.
    /// - Returns: nil if the press isn't for a control.
    package mutating func pressed(_ x: Double, _ y: Double, isTouch: Bool, at now: Duration) -> [ControlsIntent]? {
        guard press == nil, let control = layout?.control(at: pixel(x, y)) else { return nil }
        (hovered, tooltipTime) = (nil, nil)
        isFocusShown = false
        var press = Press(control: control)
        if control.isDragged { press.fraction = fraction(of: control, at: x) ?? 0 }
        self.press = press
        hidingTime = nil
        layOut()
        return control.isDragged ? drag(press, isBeginning: true) : []
    }

    /// Handles the release of a press.
    /// - Returns: nil if no control was pressed.
    package mutating func released(isTouch: Bool, at now: Duration) -> [ControlsIntent]? {
        guard let press else { return nil }
        let isThere = area(of: press.control) != nil
        end(isTouch: isTouch, at: now)
        if !isTouch, press.isInside { hovered = ControlsLayout.Touch(press.control) }
        layOut()
        guard isThere else { return [] }
        switch press.control {
        case .scrubber: return state.length.map { [.endScrubbing($0 * press.fraction)] } ?? []
        case .volume: return []
        default: return press.isInside ? [.press(press.control)] : []
        }
    }

    /// Handles a grab taken over by the compositor, or the end of the surface: releases the control without an action,
    /// except that scrubbing ends.
    package mutating func cancelled(at now: Duration) -> [ControlsIntent] {
        guard let press else { return [] }
        let isThere = area(of: press.control) != nil
        end(isTouch: false, at: now)
        layOut()
        guard isThere, press.control == .scrubber, let length = state.length else { return [] }
        return [.endScrubbing(length * press.fraction)]
    }

    /// Handles a tap beside the controls: shows them, or hides them if shown by touch.
    package mutating func tapped(at now: Duration) {
        guard !isVisible || !surroundings.isTouch else { return hide() }
        surroundings.isTouch = true
        (hovered, tooltipTime) = (nil, nil)
        isFocusShown = false
        show(until: now + Self.touchTime)
        layOut()
    }

    /// Shows the tooltip, or hides the controls, if its time has come; returns whether the controls were hidden.
    package mutating func pass(_ now: Duration) -> Bool {
        if let tooltipTime, tooltipTime <= now {
            self.tooltipTime = nil
            hovered?.hasTooltip = true
            layOut()
        }
        guard let hidingTime, hidingTime <= now else { return false }
        if state.keepsFocus, focused != nil {
            self.hidingTime = now + Self.keyTime
            return false
        }
        hide()
        return true
    }

    package mutating func hide() {
        press = nil
        (hovered, tooltipTime) = (nil, nil)
        isFocusShown = false
        hidingTime = nil
        layout = nil
    }

    /// Sets the control that keys act on.
    /// - Parameter isShown: whether it has the ring.
    mutating func setFocus(_ control: Control?, isShown: Bool) {
        guard control != lastFocus || isShown != isFocusShown else { return }
        lastFocus = control
        isFocusShown = isShown
        layOut()
    }

    // MARK: Updates

    private mutating func end(isTouch: Bool, at now: Duration) {
        press = nil
        if layout != nil { hidingTime = now + (isTouch ? Self.touchTime : Self.idleTime) }
    }

    mutating func show(until time: Duration) {
        hidingTime = time
        if layout == nil { layOut(isShown: true) }
    }

    private mutating func layOut(isShown: Bool? = nil) {
        guard isShown ?? isVisible else { return }
        var state = state
        // A dragged bar shows the position of the drag.
        if let press, press.control == .scrubber, let length = state.length { state.position = length * press.fraction }
        let touch = press.map {
            ControlsLayout.Touch(
                $0.control, isPressed: $0.isInside, fraction: $0.control == .scrubber ? $0.fraction : nil)
        }
        layout = ControlsLayout(
            state, in: surroundings, touch: touch ?? hovered, focus: isFocusShown ? lastFocus : nil)
    }

    private func drag(_ press: Press, isBeginning: Bool) -> [ControlsIntent] {
        guard press.control == .scrubber else {
            return [.setVolume(Int((press.fraction * Double(ControlsState.fullVolume)).rounded()))]
        }
        guard let length = state.length else { return [] }
        let time = length * press.fraction
        return [isBeginning ? .beginScrubbing(time) : .scrub(to: time)]
    }

    /// Nil for a control that was removed, even while it is pressed.
    private func area(of control: Control) -> Rect? { layout?.targets.first { $0.control == control }?.area }

    private func pixel(_ x: Double, _ y: Double) -> Point { Point(pixelAt: x, y, scale: surroundings.scale) }

    private func fraction(of control: Control, at x: Double) -> Double? {
        layout?.fraction(of: control, at: x * surroundings.scale)
    }
}
