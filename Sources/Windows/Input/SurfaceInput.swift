import OrielControls
import OrielGeometry
import OrielPlatform
import OrielSurfaces
package import OrielWayland

/// What a person does to one surface: keys become actions, what the pointer or a finger does becomes intents. Registered
/// with the desktop while it lives, which hands it the seats' events for its surface.
@MainActor
package final class SurfaceInput {
    /// Where an intent came from, for requests that need a seat and a serial.
    package struct Origin {
        package let seat: Seat
        package let serial: UInt32
    }

    private let picture: PictureSurface
    private weak var desktop: Desktop?
    var keys: KeyBindings
    private let resizes: () -> Bool
    private let onAction: (PlayerAction, Origin) -> Void
    private let onIntent: (PointerGestures.Intent, Origin) -> Void
    /// What is shown of the player over its picture; nil where nothing is.
    private let controls: SurfaceControls?
    private let overlays: ContentOverlayHands
    private let hidesCursor: Bool
    private let onControl: (ControlsIntent, Origin) -> Void
    private let onScroll: (Int) -> Void
    /// A pointer that holds nothing moved on the picture.
    struct Hover {
        let x: Double
        let y: Double
        let seat: Seat
        /// For the first time since it came.
        let isFirst: Bool
    }

    /// Whether the picture gets out of the pointer's way.
    var onHover: (Hover) -> Bool = { _ in false }
    private var hasHovered = false
    /// It is put away, or clicks go through it: nothing is shown on it.
    var isWithoutControls = false {
        didSet {
            guard isWithoutControls != oldValue else { return }
            controls?.hide()
            // Two clicks of which one brings it back are no double click.
            gestures.forget()
        }
    }
    private var scrolling = ScrollSteps()
    /// The seat whose pointer is on the surface.
    private weak var pointing: Seat?
    private var isCursorHidden = false
    /// The finger that holds a control.
    private var holdingFinger: Int?
    /// Two fingers that change the volume.
    private var volumeTouch: VolumeTouch?
    /// Gets the steps that two fingers go up, down negative.
    var onVolume: (Int) -> Void = { _ in }
    /// A hand holds the position, on the bar or by a key that is held down, or lets go.
    var onHold: (Bool) -> Void = { _ in }
    private var isKeyHeld = false {
        didSet { if isKeyHeld != oldValue { onHold(isKeyHeld) } }
    }
    /// Gets addresses that are dropped; nil where none are taken.
    var onDrop: ((String) -> Void)?
    private var gestures = PointerGestures()
    private var touches = PointerGestures(isTouch: true)
    /// The one that drags or taps.
    private var finger: Int?
    private var fingerX = 0.0
    private var fingerY = 0.0
    private var lastPress: UInt32 = 0
    private var hasRelativeMotion = false
    private var x = 0.0
    private var y = 0.0

    /// - Parameters:
    ///   - resizes: whether the surface's edges resize it now.
    ///   - hidesCursor: whether the pointer goes with the controls.
    ///   - onScroll: gets the wheel's notches, down positive.
    init(
        picture: PictureSurface, desktop: Desktop, keys: KeyBindings, controls: SurfaceControls?, hidesCursor: Bool,
        resizes: @escaping () -> Bool, onAction: @escaping (PlayerAction, Origin) -> Void,
        onIntent: @escaping (PointerGestures.Intent, Origin) -> Void,
        onControl: @escaping (ControlsIntent, Origin) -> Void, onScroll: @escaping (Int) -> Void
    ) {
        self.picture = picture
        self.desktop = desktop
        self.keys = keys
        self.resizes = resizes
        self.onAction = onAction
        self.onIntent = onIntent
        self.controls = controls
        overlays = ContentOverlayHands(picture)
        self.hidesCursor = hidesCursor
        self.onControl = onControl
        self.onScroll = onScroll
        desktop.register(self, for: picture.surface)
        controls?.onIdle = { [weak self] in self?.hideCursor() }
        controls?.onHold = { [weak self] in self?.onHold($0) }
    }

    func finish() {
        desktop?.unregister(picture.surface)
        controls?.finish()
        isKeyHeld = false
        showCursor()
    }

    /// They are wanted no longer.
    func hideControls() { controls?.hide() }

    /// Something of the player has changed.
    func refreshControls() { controls?.refresh() }

    func key(_ event: KeyEvent, _ seat: Seat) {
        if event.phase != .repeated { isKeyHeld = false }
        guard event.phase != .released, event.phase == .repeated || !isStale(event.time) else { return }
        let modifiers = KeyChord.Modifiers(rawValue: event.modifiers.rawValue)
        let action = keys.action(names: [event.name, event.baseName, event.latinName], modifiers: modifiers)
        if handleByControls(event, modifiers, isBound: action != nil, seat) { return }
        guard let action else { return }
        // What starts a transition or ends the player happens once per press.
        if event.phase == .repeated, !action.repeats { return }
        if event.phase == .repeated, action.seeks { isKeyHeld = true }
        onAction(action, Origin(seat: seat, serial: event.serial))
    }

    /// Whether a key is meant for the control that has the ring, or moves that. A key that was bound to something isn't
    /// taken for the latter.
    private func handleByControls(
        _ event: KeyEvent, _ modifiers: KeyChord.Modifiers, isBound: Bool, _ seat: Seat
    ) -> Bool {
        guard let controls, !isWithoutControls, let key = ControlsKey(event, modifiers),
            !(key.movesFocus && isBound), let intents = controls.key(key)
        else { return false }
        // What a click does happens once per press.
        if key == .activate, event.phase == .repeated { return true }
        for intent in intents {
            if event.phase == .repeated, case .seek = intent { isKeyHeld = true }
            onControl(intent, Origin(seat: seat, serial: event.serial))
        }
        return true
    }

    /// The keyboard is on another surface, or on none.
    func keyboardLeft() {
        isKeyHeld = false
        controls?.keyboardLeft()
    }

    func pointer(_ frame: PointerFrame, _ seat: Seat) {
        // Once and for all: a position that comes alone may be the surface's own movement under a pointer that stands still.
        hasRelativeMotion =
            hasRelativeMotion || frame.events.contains { if case .relativeMotion = $0 { true } else { false } }
        pointing = frame.surface == nil ? nil : seat
        let leaves = frame.events.contains { if case .leave = $0 { true } else { false } }
        for event in frame.events {
            switch event {
            case .enter:
                (x, y) = (frame.x, frame.y)
                hasHovered = false
                _ = gestures.cancel()
            case .leave:
                // A compositor without a grab (phoc) lets a fast pointer run out of the surface that follows it.
                emit(gestures.cancel(), seat)
                emit(controls?.cancelled() ?? [], seat)
                overlays.cancelled()
                overlays.left()
                controls?.left()
                showCursor()
            case .motion(let newX, let newY, let time):
                // Without relative motion the positions must do; they are right wherever the surface stands still.
                let (dx, dy) = (newX - x, newY - y)
                (x, y) = (newX, newY)
                if !hasRelativeMotion, isMeant(time) { pointerMoved(dx, dy, at: time, seat) }
            case .relativeMotion(let dx, let dy, let time):
                // The place that came with it.
                (x, y) = (frame.x, frame.y)
                if isMeant(time) { pointerMoved(dx, dy, at: time, seat, leaves: leaves) }
            case .button(let code, let isPressed, let serial, let time):
                guard let button = PointerGestures.Button(rawValue: code), !isPressed || !isStale(time) else {
                    continue
                }
                if isPressed { lastPress = serial }
                if button == .left,
                    handleByControls(isPressed: isPressed, seat) || handleByOverlays(isPressed: isPressed)
                {
                    continue
                }
                if isPressed {
                    let size = resizes() ? picture.size : nil
                    emit(gestures.press(button, at: time, x: x, y: y, in: size), seat)
                } else {
                    emit(gestures.release(button, at: time), seat)
                }
            case .scroll(let scroll):
                guard !isStale(scroll.time) else { continue }
                let steps = scrolling.add(scroll)
                if steps != 0 { onScroll(steps) }
            }
        }
        if !gestures.isPressed, !isCursorHidden { seat.cursor = cursor }
    }

    /// The hand moved, and not only the surface under it.
    /// - Parameter leaves: out of the surface: nothing is shown to whom it left behind.
    private func pointerMoved(_ dx: Double, _ dy: Double, at time: Duration, _ seat: Seat, leaves: Bool = false) {
        emit(gestures.move(dx: dx, dy: dy, at: time), seat)
        isCursorHidden = false
        guard !leaves else { return }
        if !gestures.isPressed {
            defer { hasHovered = true }
            if onHover(Hover(x: x, y: y, seat: seat, isFirst: !hasHovered)) { return }
        }
        if !gestures.isPressed, overlays.moved(to: x, y) {
            controls?.hide()
            return
        }
        guard let controls, !isWithoutControls else { return }
        guard !gestures.isPressed else {
            if !gestures.isClick { controls.hide() }
            return
        }
        emit(controls.moved(to: x, y), seat)
    }

    /// Whether a press, or its end, is meant for a control.
    private func handleByControls(isPressed: Bool, _ seat: Seat) -> Bool {
        guard let controls,
            let intents = isPressed ? controls.pressed(x, y, isTouch: false) : controls.released(isTouch: false)
        else { return false }
        // It begins no double click either.
        if isPressed { gestures.forget() }
        emit(intents, seat)
        return true
    }

    /// Whether a press, or its end, is meant for what the app draws.
    private func handleByOverlays(isPressed: Bool) -> Bool {
        guard isPressed ? overlays.pressed(x, y) : overlays.released(x, y) else { return false }
        if isPressed { gestures.forget() }
        return true
    }

    /// It was done while the program did not look.
    private func isStale(_ time: Duration) -> Bool { StaleInput.contains(time, at: MonotonicClock.now) }

    /// A movement of a hand that is awaited, be it late: what was pressed in time goes where the hand went.
    private func isMeant(_ time: Duration) -> Bool { gestures.isPressed || overlays.isHolding || !isStale(time) }

    private func hideCursor() {
        guard hidesCursor, !gestures.isPressed, let pointing else { return }
        isCursorHidden = true
        pointing.cursor = .hidden
    }

    private func showCursor() {
        guard isCursorHidden else { return }
        isCursorHidden = false
        pointing?.cursor = .standard
    }

    /// Places are surface-local, taken as if the surface stayed where it was when the finger came down, which is what most
    /// compositors send while the surface follows it.
    func fingerDown(_ id: Int, x: Double, y: Double, serial: UInt32, at time: Duration, _ seat: Seat) {
        guard !isStale(time) else { return }
        guard finger == nil, holdingFinger == nil, volumeTouch == nil else {
            // A second one means something else than a drag, and a third one nothing.
            let first = finger.map { ($0, fingerY) }
            finger = nil
            volumeTouch = isWithoutControls ? nil : first.map { VolumeTouch($0, (id, y)) }
            return emit(touches.cancel(), seat)
        }
        (fingerX, fingerY) = (x, y)
        lastPress = serial
        if let intents = controls?.pressed(x, y, isTouch: true) {
            holdingFinger = id
            return emit(intents, seat)
        }
        if overlays.pressed(x, y) {
            holdingFinger = id
            return
        }
        finger = id
        emit(touches.press(.left, at: time, x: x, y: y, in: nil), seat)
    }

    func fingerMoved(_ id: Int, x: Double, y: Double, at time: Duration, _ seat: Seat) {
        if let steps = volumeTouch?.moved(id, to: y), steps != 0 { onVolume(steps) }
        if id == holdingFinger, overlays.isHolding {
            (fingerX, fingerY) = (x, y)
            _ = overlays.moved(to: x, y)
            return
        }
        if id == holdingFinger, let controls { return emit(controls.moved(to: x, y), seat) }
        guard id == finger else { return }
        emit(touches.move(dx: x - fingerX, dy: y - fingerY, at: time), seat)
        if !touches.isClick { controls?.hide() }
        (fingerX, fingerY) = (x, y)
    }

    func fingerUp(_ id: Int, at time: Duration, _ seat: Seat) {
        if volumeTouch?.has(id) == true { volumeTouch = nil }
        if id == holdingFinger {
            holdingFinger = nil
            if overlays.released(fingerX, fingerY) { return }
            return emit(controls?.released(isTouch: true) ?? [], seat)
        }
        guard id == finger else { return }
        finger = nil
        if touches.isClick, !isWithoutControls { controls?.tapped() }
        emit(touches.release(.left, at: time), seat)
    }

    /// The compositor took the fingers for a gesture of its own.
    func fingersCancelled(_ seat: Seat) {
        (finger, holdingFinger, volumeTouch) = (nil, nil, nil)
        emit(touches.cancel(), seat)
        overlays.cancelled()
        emit(controls?.cancelled() ?? [], seat)
    }

    private var cursor: CursorShape {
        if controls?.isOnControl == true { return .standard }
        let edges = resizes() ? Edges(near: x, y, in: picture.size, margin: PointerGestures.edgeMargin) : []
        return edges.isEmpty ? .standard : .resize(edges)
    }

    private func emit(_ intents: [PointerGestures.Intent], _ seat: Seat) {
        for intent in intents { onIntent(intent, Origin(seat: seat, serial: lastPress)) }
    }

    private func emit(_ intents: [ControlsIntent], _ seat: Seat) {
        for intent in intents { onControl(intent, Origin(seat: seat, serial: lastPress)) }
    }
}
