package import OrielGeometry

/// The controls of one picture: what was done to them comes in with its time; what is meant by it, what there is to see and
/// until when come out. Times are of one clock; places are logical pixels of the surface.
///
/// A pointer that moves shows them for two and a half seconds, playing or paused alike: a picture is paused to be looked at,
/// as mpv and the Picture in Picture of macOS let it be, and what isn't shown wakes nobody. They go sooner once it has left.
/// A finger's tap shows them longer, since nothing says that it is still there, and another one takes them away.
package struct Controls: Hashable, Sendable {
    /// How long they stay after the pointer moved, after it left, after a tap.
    package static let idleTime = Duration.milliseconds(2500)
    package static let leaveTime = Duration.milliseconds(300)
    package static let touchTime = Duration.seconds(4)

    /// A control that is held down.
    struct Press: Hashable, Sendable {
        var control: Control
        /// Letting go here acts.
        var isInside = true
        /// Where the hand has dragged it, 0 to 1.
        var fraction = 0.0
    }

    package var state: ControlsState { didSet { if state != oldValue { layOut() } } }
    package private(set) var surroundings: ControlsLayout.Surroundings
    /// Nil while nothing is to be seen.
    package private(set) var layout: ControlsLayout?
    /// When they go, if nothing happens until then; nil while they are hidden, or held.
    package private(set) var hidingTime: Duration?
    private(set) var press: Press?
    var hovered: ControlsLayout.Touch?
    /// The one that keys act on, or acted on last.
    private(set) var lastFocus: Control?
    private(set) var isFocusShown = false

    package init(_ state: ControlsState, in surroundings: ControlsLayout.Surroundings) {
        self.state = state
        self.surroundings = surroundings
    }

    package var isVisible: Bool { if case .some = layout { true } else { false } }
    /// The pointer is on one of them, or holds it.
    package var isOnControl: Bool { press != nil || hovered != nil }

    /// A hand holds the bar.
    package var isScrubbing: Bool { press?.control == .scrubber }

    /// The surface has another size or scale.
    package mutating func move(to surface: Size, scale: Double) {
        guard surface != surroundings.surface || scale != surroundings.scale else { return }
        surroundings.surface = surface
        surroundings.scale = scale
        layOut()
    }

    /// Letters have another size.
    package mutating func scaleText(by textScale: Double) {
        guard textScale != surroundings.textScale else { return }
        surroundings.textScale = textScale
        layOut()
    }

    // MARK: What is done to them

    /// The pointer moved to a place on the surface, or a finger that holds one of them.
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
        if touch != hovered {
            hovered = touch
            layOut()
        }
        return []
    }

    /// The pointer left the surface.
    package mutating func left(at now: Duration) {
        guard press == nil else { return }
        if let hidingTime { self.hidingTime = min(hidingTime, now + Self.leaveTime) }
        guard hovered != nil else { return }
        hovered = nil
        layOut()
    }

    /// The pointer's left button, or a finger, came down.
    /// - Returns: nil where that is not meant for a control.
    package mutating func pressed(_ x: Double, _ y: Double, isTouch: Bool, at now: Duration) -> [ControlsIntent]? {
        guard press == nil, let control = layout?.control(at: pixel(x, y)) else { return nil }
        hovered = nil
        isFocusShown = false
        var press = Press(control: control)
        if control.isDragged { press.fraction = fraction(of: control, at: x) ?? 0 }
        self.press = press
        hidingTime = nil
        layOut()
        return control.isDragged ? drag(press, isBeginning: true) : []
    }

    /// It was let go.
    /// - Returns: nil where no control was held.
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
        default: return press.isInside ? [press.control.intent] : []
        }
    }

    /// The compositor took the hand's grab, or its surface goes: what was held is let go and nothing is meant.
    package mutating func cancelled(at now: Duration) -> [ControlsIntent] {
        guard let press else { return [] }
        let isThere = area(of: press.control) != nil
        end(isTouch: false, at: now)
        layOut()
        guard isThere, press.control == .scrubber, let length = state.length else { return [] }
        return [.endScrubbing(length * press.fraction)]
    }

    /// A finger came down and went beside the controls.
    package mutating func tapped(at now: Duration) {
        guard !isVisible || !surroundings.isTouch else { return hide() }
        surroundings.isTouch = true
        hovered = nil
        isFocusShown = false
        show(until: now + Self.touchTime)
        layOut()
    }

    /// Hides them if it is time. True if it was.
    package mutating func pass(_ now: Duration) -> Bool {
        guard let hidingTime, hidingTime <= now else { return false }
        hide()
        return true
    }

    package mutating func hide() {
        press = nil
        hovered = nil
        isFocusShown = false
        hidingTime = nil
        layout = nil
    }

    /// The one that keys act on from now on.
    /// - Parameter isShown: whether it has its ring.
    mutating func setFocus(_ control: Control?, isShown: Bool) {
        guard control != lastFocus || isShown != isFocusShown else { return }
        lastFocus = control
        isFocusShown = isShown
        layOut()
    }

    // MARK: What follows

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
        // What is dragged is where the hand is.
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

    /// Nil for one that was taken away, also while it is held.
    private func area(of control: Control) -> Rect? { layout?.targets.first { $0.control == control }?.area }

    private func pixel(_ x: Double, _ y: Double) -> Point {
        let scale = surroundings.scale
        // What is beyond any surface is outside of all.
        func pixel(_ length: Double) -> Int { Int(min(max(length * scale, -1e6), 1e6).rounded(.down)) }
        return Point(x: pixel(x), y: pixel(y))
    }

    private func fraction(of control: Control, at x: Double) -> Double? {
        layout?.fraction(of: control, at: x * surroundings.scale)
    }
}

extension Control {
    /// What pressing it means.
    var intent: ControlsIntent {
        switch self {
        case .playPause: .playPause
        case .skipBackward: .seek(by: .zero - ControlsState.skip)
        case .skipForward: .seek(by: ControlsState.skip)
        case .mute: .toggleMute
        case .audioTracks: .nextAudioTrack
        case .subtitles: .nextSubtitles
        case .startPictureInPicture: .startPictureInPicture
        case .stopPictureInPicture: .stopPictureInPicture
        case .fullScreen: .toggleFullScreen
        case .swap: .swap
        case .close: .close
        // They act while they are dragged.
        case .scrubber, .volume: .setVolume(0)
        }
    }
}
