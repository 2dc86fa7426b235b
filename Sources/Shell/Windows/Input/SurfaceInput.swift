package import OrielControls
package import OrielGeometry
import OrielPlatform
import OrielPlayer
package import OrielSurfaces
package import OrielWayland

/// Input of one surface: keys become actions, pointer and touch events become intents. It registers with the routes,
/// which pass it the seats' events for its surface until `finish`.
@MainActor
package final class SurfaceInput: InputTarget {
    /// Seat and serial of the event behind an intent, for requests that need them. No seat if the app has forwarded
    /// the event.
    package struct Origin {
        package let seat: Seat?
        package let serial: UInt32
        /// Place of the pointer or finger on the surface, in logical pixels; nil for keys.
        package var place: Point?

        /// The origin of a request that no hand has made: without a seat.
        package static var none: Origin { Origin(seat: nil, serial: 0) }
    }

    private let picture: PictureSurface
    private weak var routes: InputRoutes?
    var keys: KeyBindings
    /// Receives the input; kept weakly.
    private weak var delegate: (any SurfaceInputDelegate)?
    /// The controls over the picture; nil if there are none.
    private let controls: SurfaceControls?
    private let overlays: ContentOverlayHands
    /// The open menu of this surface.
    private var menu: SurfaceMenu?
    /// The timer of a finger that may be held on the picture.
    private let longPress = LoopTimer()
    /// Whether the cursor is hidden with the controls.
    private let hidesCursor: Bool
    /// A motion of a pointer with no button pressed.
    struct Hover {
        let x: Double
        let y: Double
        let seat: Seat?
        /// The first motion since the pointer entered.
        let isFirst: Bool
    }

    private var hasHovered = false
    /// The overlay is stashed or locked: no controls are shown on it.
    package internal(set) var isWithoutControls = false {
        didSet {
            guard isWithoutControls != oldValue else { return }
            controls?.hide()
            // Two clicks make no double click if one of them brings the overlay back.
            gestures.forget()
        }
    }
    private var scrolling = ScrollSteps()
    /// The seat whose pointer is on the surface.
    private weak var pointing: Seat?
    private var isCursorHidden = false
    /// The finger that holds a control or a content overlay.
    private var holdingFinger: Int?
    /// Two fingers that change the volume or the zoom.
    private var twoFingers: TwoFingers?
    private var isKeyHeld = false {
        didSet { if isKeyHeld != oldValue { delegate?.receiver?.handMoved(isDown: isKeyHeld) } }
    }
    private var gestures = PointerGestures()
    private var touches = PointerGestures(isTouch: true)
    /// The finger that drags or taps.
    private var finger: Int?
    private var fingerPlace = (x: 0.0, y: 0.0)
    private var lastPress: UInt32 = 0
    private var hasRelativeMotion = false
    private var x = 0.0
    private var y = 0.0

    /// - Parameters:
    ///   - hidesCursor: whether the cursor is hidden with the controls.
    ///   - delegate: receives the input; kept weakly.
    init(
        picture: PictureSurface, routes: InputRoutes, keys: KeyBindings, controls: SurfaceControls?, hidesCursor: Bool,
        delegate: any SurfaceInputDelegate
    ) {
        self.picture = picture
        self.routes = routes
        self.keys = keys
        self.delegate = delegate
        self.controls = controls
        overlays = ContentOverlayHands(picture, keepsFocus: { controls?.keepsFocus ?? false })
        self.hidesCursor = hidesCursor
        routes.register(self, for: picture.surface)
        controls?.onIdle = { [weak self] in self?.hideCursor() }
        controls?.onFocus = { [weak self] in self?.delegate?.focusChanged() }
        overlays.onFocus = { [weak self] in self?.delegate?.focusChanged() }
        controls?.onHold = { [weak self] in self?.delegate?.receiver?.handMoved(isDown: $0) }
    }

    /// Whether text dropped on the surface is wanted.
    var acceptsDrops: Bool { delegate?.acceptsDrops ?? false }

    /// Passes on text that was dropped: URLs or paths.
    func dropped(_ text: String) { delegate?.receiver?.dropped(text) }

    private var isResizable: Bool { delegate?.isResizable ?? false }

    /// Ends the input and hides the controls.
    func finish() {
        menu?.close()
        longPress.cancel()
        routes?.unregister(picture.surface)
        controls?.finish()
        overlays.hideFocus()
        isKeyHeld = false
        showCursor()
    }

    /// Hides the controls, because they are no longer wanted.
    func hideControls() { controls?.hide() }

    /// Updates the controls and the menu after the player has changed.
    func refreshControls() {
        controls?.refresh()
        menu?.refresh()
    }

    /// Handles a key: by the focused control or drawing of the app, or else by its bound action.
    /// - Returns: whether the key has a meaning here.
    @discardableResult
    func key(_ event: KeyEvent, _ seat: Seat?) -> Bool {
        if event.phase != .repeated { isKeyHeld = false }
        guard event.phase != .released, event.phase == .repeated || !StaleInput.contains(event.time) else {
            return false
        }
        if delegate?.panelKey(event, seat) == true { return true }
        let modifiers = KeyChord.Modifiers(rawValue: event.modifiers.rawValue)
        let names = [event.name, event.baseName, event.latinName]
        let action = keys.action(names: names, modifiers: modifiers)
        if handleByFocus(event, modifiers, isBound: action != nil, seat) { return true }
        let chords = KeyBindings.chords(names: names, modifiers: modifiers)
        if delegate?.receiver?.appKeyPressed(chords, isRepeated: event.phase == .repeated) == true { return true }
        guard let action else { return false }
        // An action that starts a transition or ends the player happens once per press.
        if event.phase == .repeated, action.key.holding == .once { return true }
        if event.phase == .repeated, action.key.holding == .seeks { isKeyHeld = true }
        delegate?.receiver?.perform(action, Origin(seat: seat, serial: event.serial))
        return true
    }

    /// Handles a key that is the app's if the focused control or drawing has no use for it.
    /// - Returns: whether it has a use.
    func focusedKey(_ event: KeyEvent) -> Bool {
        let modifiers = KeyChord.Modifiers(rawValue: event.modifiers.rawValue)
        return event.phase != .released && handleByFocus(event, modifiers, isBound: true, nil)
    }

    /// Handles a key that is meant for the focused control or drawing of the app, or moves the focus. A key that moves
    /// the focus and is bound to an action keeps its action.
    private func handleByFocus(
        _ event: KeyEvent, _ modifiers: KeyChord.Modifiers, isBound: Bool, _ seat: Seat?
    ) -> Bool {
        guard !isWithoutControls, let key = ControlsKey(event, modifiers), !(key.movesFocus && isBound) else {
            return false
        }
        if key.movesFocus { return moveFocus(key) }
        if overlays.key(key, isRepeated: event.phase == .repeated) { return true }
        guard let intents = controls?.key(key) else { return false }
        // A held key activates a control once.
        if key == .activate, event.phase == .repeated { return true }
        for intent in intents {
            if event.phase == .repeated, case .seek = intent { isKeyHeld = true }
            emit(intent, Origin(seat: seat, serial: event.serial), by: .key)
        }
        return true
    }

    /// Moves the focus through the controls, then through the app's drawings.
    private func moveFocus(_ key: ControlsKey) -> Bool {
        let isForward = key == .next
        if overlays.holdFocus {
            return overlays.moveFocus(isForward: isForward) || controls?.key(key) != nil
                || overlays.moveFocus(isForward: isForward)
        }
        return controls?.key(key, wraps: !overlays.takeFocus) != nil || overlays.moveFocus(isForward: isForward)
    }

    /// Ends a held key, because the keyboard left the surface.
    func keyboardLeft() {
        isKeyHeld = false
        overlays.hideFocus()
        controls?.keyboardLeft()
    }

    /// The control that keys act on; nil if there is none.
    package var focusedControl: Control? { controls?.focused }

    /// Moves the focus of the keyboard to a control.
    package func focus(_ control: Control) {
        overlays.hideFocus()
        controls?.focus(control)
    }

    /// The drawing of the app that keys act on; nil if there is none.
    package var focusedOverlay: ContentOverlay? { overlays.focused }

    /// Moves the focus of the keyboard to a drawing of the app.
    package func focus(_ overlay: ContentOverlay) {
        guard overlay.takesFocus else { return }
        controls?.keyboardLeft()
        overlays.focus(overlay)
    }

    /// The pages of the open menu with the place of their upper left corner, in logical pixels of the picture.
    package var openMenu: (pages: PanelPages, origin: Point)? { menu.map { ($0.pages, $0.origin) } }

    /// A menu is open in the picture, which takes all keys and presses.
    var hasMenuInPicture: Bool { overlays.isModal }
    /// The pointer is over a control or holds one, or a menu is open in the picture.
    var isOnControl: Bool { controls?.isOnControl ?? false || overlays.isModal }
    /// A button is held.
    var isPressed: Bool { gestures.isPressed || overlays.isHolding || isOnControl }

    /// Handles the events of one `wl_pointer.frame`.
    func pointer(_ frame: PointerFrame, _ seat: Seat?) {
        // Once a relative motion was seen, positions alone are ignored as motions: they may come from the surface
        // moving under a resting pointer.
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
                delegate?.pointerEntered()
            case .leave:
                // A compositor without an implicit grab (phoc) lets a fast pointer leave the surface that follows it.
                emit(gestures.cancel(), seat)
                emit(controls?.cancelled() ?? [], seat)
                overlays.cancelled()
                overlays.left()
                controls?.left()
                delegate?.pointerLeft(x: x, y: y)
                showCursor()
            case .motion(let newX, let newY, let time):
                // Without relative motion, positions are used instead; they are right wherever the surface doesn't
                // move.
                let (dx, dy) = (newX - x, newY - y)
                (x, y) = (newX, newY)
                if !hasRelativeMotion, isMeant(time) { pointerMoved(dx, dy, at: time, seat) }
            case .relativeMotion(let dx, let dy, let time):
                // The position from the same frame.
                (x, y) = (frame.x, frame.y)
                if isMeant(time) { pointerMoved(dx, dy, at: time, seat, leaves: leaves) }
            case .button(let code, let isPressed, let serial, let time):
                guard let button = PointerGestures.Button(rawValue: code), !isPressed || !StaleInput.contains(time)
                else {
                    continue
                }
                if isPressed {
                    lastPress = serial
                    overlays.hideFocus()
                }
                if button == .right {
                    if isPressed { openMenu(.main, at: (x, y), by: .pointer, seat) }
                    continue
                }
                if button == .left,
                    handleByControls(isPressed: isPressed, seat) || handleByOverlays(isPressed: isPressed)
                {
                    continue
                }
                if isPressed {
                    let size = isResizable ? picture.size : nil
                    emit(gestures.press(button, at: time, x: x, y: y, in: size), seat)
                } else {
                    emit(gestures.release(button, at: time), seat)
                }
            case .scroll(let scroll):
                guard !StaleInput.contains(scroll.time) else { continue }
                let steps = scrolling.add(scroll)
                guard steps != 0, !overlays.scrolled(by: steps, at: x, y) else { continue }
                if seat?.modifiers.contains(.control) == true {
                    zoom(.by(steps: Double(-steps), around: part(x, y)), pressOrigin(seat))
                } else {
                    delegate?.scroll(steps, pressOrigin(seat))
                }
            }
        }
        if !gestures.isPressed, !isCursorHidden { seat?.cursor = cursor }
    }

    /// Handles a motion of the pointer itself, as opposed to one of the surface under it.
    /// - Parameter leaves: the pointer leaves the surface in the same frame, so no controls are shown.
    private func pointerMoved(_ dx: Double, _ dy: Double, at time: Duration, _ seat: Seat?, leaves: Bool = false) {
        emit(gestures.move(dx: dx, dy: dy, at: time), seat)
        isCursorHidden = false
        guard !leaves else { return }
        overlays.hideFocus()
        if !gestures.isPressed {
            defer { hasHovered = true }
            if delegate?.pointerHovers(Hover(x: x, y: y, seat: seat, isFirst: !hasHovered)) == true { return }
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

    /// Lets the controls handle a press or release; returns whether they did.
    private func handleByControls(isPressed: Bool, _ seat: Seat?) -> Bool {
        guard let controls,
            let intents = isPressed ? controls.pressed(x, y, isTouch: false) : controls.released(isTouch: false)
        else { return false }
        // A press on a control doesn't begin a double click either.
        if isPressed { gestures.forget() }
        emit(intents, seat)
        return true
    }

    /// Lets the app's content overlays handle a press or release; returns whether they did.
    private func handleByOverlays(isPressed: Bool) -> Bool {
        guard isPressed ? overlays.pressed(x, y, isTouch: false) : overlays.released(x, y) else { return false }
        if isPressed { gestures.forget() }
        return true
    }

    /// Whether to handle a motion. A late one is handled while a button is down, so that a timely press ends where the
    /// pointer went.
    private func isMeant(_ time: Duration) -> Bool {
        gestures.isPressed || overlays.isHolding || !StaleInput.contains(time)
    }

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

    /// Handles a new finger. Positions are surface-local, as if the surface stayed where it was at the touch; most
    /// compositors send this while the surface follows the finger.
    func fingerDown(_ id: Int, x: Double, y: Double, serial: UInt32, at time: Duration, _ seat: Seat?) {
        guard !StaleInput.contains(time) else { return }
        // A compositor that has taken a finger over for a move of its own need not send the finger's end.
        if id == finger || id == holdingFinger { fingersCancelled(seat) }
        guard finger == nil, holdingFinger == nil, twoFingers == nil else {
            // A second finger turns a drag into a change of volume or zoom. Further fingers are ignored.
            let first = finger.map { ($0, fingerPlace) }
            finger = nil
            longPress.cancel()
            twoFingers = isWithoutControls ? nil : first.map { TwoFingers($0, (id, (x, y))) }
            return emit(touches.cancel(), seat)
        }
        fingerPlace = (x, y)
        lastPress = serial
        overlays.hideFocus()
        if let intents = controls?.pressed(x, y, isTouch: true) {
            holdingFinger = id
            return emit(intents, seat, by: .finger)
        }
        if overlays.pressed(x, y, isTouch: true) {
            holdingFinger = id
            return
        }
        finger = id
        emit(touches.press(.left, at: time, x: x, y: y, in: nil), seat)
        longPress.set(on: picture.loop, after: Self.longPressTime) { [weak self, weak seat] in self?.heldFinger(seat) }
    }

    /// Time after which a finger that stays where it is opens the menu.
    private static let longPressTime = Duration.milliseconds(500)

    private func heldFinger(_ seat: Seat?) {
        guard finger != nil, touches.isClick else { return }
        let place = fingerPlace
        fingersCancelled(seat)
        if delegate?.fingerHeld() == true { return }
        openMenu(.main, at: place, by: .finger, seat)
    }

    func fingerMoved(_ id: Int, x: Double, y: Double, at time: Duration, _ seat: Seat?) {
        switch twoFingers?.moved(id, to: x, y) {
        case .volume(let steps): delegate?.changeVolume(by: steps)
        case .zoom(let factor, let x, let y):
            fingerPlace = (x, y)
            zoom(.scale(factor, around: part(x, y)), pressOrigin(seat, by: .finger))
        case .some(.none), nil: break
        }
        if id == holdingFinger, overlays.isHolding {
            fingerPlace = (x, y)
            _ = overlays.moved(to: x, y)
            return
        }
        if id == holdingFinger, let controls { return emit(controls.moved(to: x, y), seat) }
        guard id == finger else { return }
        emit(touches.move(dx: x - fingerPlace.x, dy: y - fingerPlace.y, at: time), seat)
        if !touches.isClick {
            longPress.cancel()
            controls?.hide()
        }
        fingerPlace = (x, y)
    }

    func fingerUp(_ id: Int, at time: Duration, _ seat: Seat?) {
        if twoFingers?.has(id) == true { twoFingers = nil }
        if id == holdingFinger {
            holdingFinger = nil
            if overlays.released(fingerPlace.x, fingerPlace.y) { return }
            return emit(controls?.released(isTouch: true) ?? [], seat, by: .finger)
        }
        guard id == finger else { return }
        finger = nil
        longPress.cancel()
        if touches.isClick, !isWithoutControls { controls?.tapped() }
        emit(touches.release(.left, at: time), seat)
    }

    /// Cancels all touches, because the compositor took them for a gesture of its own.
    func fingersCancelled(_ seat: Seat?) {
        (finger, holdingFinger, twoFingers) = (nil, nil, nil)
        longPress.cancel()
        emit(touches.cancel(), seat)
        overlays.cancelled()
        emit(controls?.cancelled() ?? [], seat)
    }

    /// Forgets the press or finger that began a drag, because the compositor has taken the drag over: it may send
    /// neither a release nor the finger's end.
    func handTaken() {
        gestures.forget()
        touches.forget()
        finger = nil
        longPress.cancel()
        controls?.hide()
    }

    private func zoom(_ change: ZoomChange, _ origin: Origin) {
        delegate?.receiver?.zoom(change, on: picture.size, origin)
    }

    /// A position in parts of the surface.
    private func part(_ x: Double, _ y: Double) -> UnitPoint {
        UnitPoint(x: x / Double(max(1, picture.size.width)), y: y / Double(max(1, picture.size.height)))
    }

    private var cursor: CursorShape {
        if controls?.isOnControl == true { return .standard }
        let edges = isResizable ? Edges(near: x, y, in: picture.size, margin: PointerGestures.edgeMargin) : []
        return edges.isEmpty ? .standard : .resize(edges)
    }

    private func emit(_ intents: [PointerGestures.Intent], _ seat: Seat?) {
        for intent in intents { delegate?.perform(intent, pressOrigin(seat)) }
    }

    private func emit(_ intents: [ControlsIntent], _ seat: Seat?, by hand: SurfaceMenu.Hand = .pointer) {
        for intent in intents { emit(intent, pressOrigin(seat, by: hand), by: hand) }
    }

    private func pressOrigin(_ seat: Seat?, by hand: SurfaceMenu.Hand = .pointer) -> Origin {
        let point = hand == .finger ? fingerPlace : (x: x, y: y)
        return Origin(seat: seat, serial: lastPress, place: Point(x: Int(point.x), y: Int(point.y)))
    }

    private func emit(_ intent: ControlsIntent, _ origin: Origin, by hand: SurfaceMenu.Hand) {
        guard case .openMenu(let page) = intent, openMenu(page, at: nil, by: hand, origin) else {
            delegate?.perform(intent, origin)
            return
        }
    }

    // MARK: Menu

    /// Opens a page of the menu on the surface by a key.
    package func openMenu(_ page: MenuPage, _ origin: Origin) { _ = openMenu(page, at: nil, by: .key, origin) }

    private func openMenu(_ page: MenuPage, at point: (x: Double, y: Double), by hand: SurfaceMenu.Hand, _ seat: Seat?)
    {
        gestures.forget()
        let anchor = Rect(x: Int(point.x.rounded(.down)), y: Int(point.y.rounded(.down)), width: 1, height: 1)
        _ = openMenu(page, at: anchor, by: hand, Origin(seat: seat, serial: lastPress))
    }

    /// Opens a page of the menu.
    /// - Parameter anchor: the area beside which it is placed, in logical pixels; nil for the page's button, or else
    ///   the middle of the surface.
    /// - Returns: false if there can be no menu.
    private func openMenu(_ page: MenuPage, at anchor: Rect?, by hand: SurfaceMenu.Hand, _ origin: Origin) -> Bool {
        guard let routes, let delegate, !isWithoutControls else { return false }
        let button = anchor == nil ? controls?.place(of: page) : nil
        let middle = Rect(x: picture.size.width / 2, y: picture.size.height / 2, width: 1, height: 1)
        delegate.menuChanged(isOpen: true)
        let place = anchor ?? button ?? middle
        guard
            let menu = SurfaceMenu(
                page, over: picture, at: place, isAbove: button != nil, by: hand, routes: routes, delegate: delegate,
                origin)
        else {
            delegate.menuChanged(isOpen: false)
            guard delegate.openMenuInPicture(page, at: place, byKey: hand == .key) else { return false }
            controls?.hide()
            return true
        }
        menu.onClose = { [weak self, weak menu] in
            guard let self, self.menu === menu else { return }
            self.menu = nil
            self.delegate?.menuChanged(isOpen: false)
            self.delegate?.focusChanged()
        }
        self.menu = menu
        controls?.hide()
        delegate.focusChanged()
        return true
    }
}
