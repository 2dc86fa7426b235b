package import OrielControls
package import OrielGeometry
import OrielPlatform
import OrielPlayer
import OrielSurfaces
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

    /// A motion of a pointer with no button pressed.
    struct Hover {
        let x: Double
        let y: Double
        let seat: Seat?
        /// The first motion since the pointer entered.
        let isFirst: Bool
    }

    let picture: PictureSurface
    private weak var routes: InputRoutes?
    var keys: KeyBindings
    /// Receives the input; kept weakly.
    private(set) weak var delegate: (any SurfaceInputDelegate)?
    /// The controls over the picture; nil if there are none.
    let controls: SurfaceControls?
    let overlays: ContentOverlayHands
    private lazy var fingers = SurfaceTouch(self)
    /// The open menu of this surface.
    private var menu: SurfaceMenu?
    /// Whether the cursor is hidden with the controls.
    private let hidesCursor: Bool
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
    private var isKeyHeld = false {
        didSet { if isKeyHeld != oldValue { delegate?.receiver?.handMoved(isDown: isKeyHeld) } }
    }
    private var gestures = PointerGestures()
    /// Serial of the last press of a button or a finger.
    var lastPress: UInt32 = 0
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
        controls?.onFocus = { [weak self] in self?.delegate?.receiver?.focusChanged() }
        overlays.onFocus = { [weak self] in self?.delegate?.receiver?.focusChanged() }
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
        fingers.finish()
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
        if let delegate, delegate.receiver?.panelKey(event, seat, on: delegate.form) == true { return true }
        let modifiers = KeyChord.Modifiers(rawValue: event.modifiers.rawValue)
        let names = [event.name, event.baseName, event.latinName]
        let action = keys.action(names: names, modifiers: modifiers)
        if handleByFocus(event, isBound: action != nil, seat) { return true }
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
        event.phase != .released && handleByFocus(event, isBound: true, nil)
    }

    /// Handles a key that is meant for the focused control or drawing of the app, or moves the focus. A key that moves
    /// the focus and is bound to an action keeps its action.
    private func handleByFocus(_ event: KeyEvent, isBound: Bool, _ seat: Seat?) -> Bool {
        guard !isWithoutControls, let key = ControlsKey(event), !(key.movesFocus && isBound) else { return false }
        let isRepeated = event.phase == .repeated
        guard let intents = focusKey(key, isRepeated: isRepeated) else { return false }
        if isRepeated, intents.contains(where: { if case .seek = $0 { true } else { false } }) { isKeyHeld = true }
        emit(intents, Origin(seat: seat, serial: event.serial), by: .key)
        return true
    }

    /// Ends a held key, because the keyboard left the surface.
    func keyboardLeft() {
        isKeyHeld = false
        overlays.hideFocus()
        controls?.keyboardLeft()
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
                cancelHold(seat)
                overlays.left()
                controls?.left()
                delegate?.pointerLeft(x: x, y: y)
                showCursor()
            case .motion(let newX, let newY, let time):
                // Without relative motion, positions are used; they are right wherever the surface doesn't move.
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
                    if isPressed { openMenu(at: .pointer, seat) }
                    continue
                }
                if button == .left, handleByContents(isPressed: isPressed, seat) { continue }
                let size = isResizable ? picture.size : nil
                emit(
                    isPressed
                        ? gestures.press(button, at: time, x: x, y: y, in: size) : gestures.release(button, at: time),
                    seat)
            case .scroll(let scroll):
                guard !StaleInput.contains(scroll.time) else { continue }
                let steps = scrolling.add(scroll)
                guard steps != 0, !overlays.scrolled(by: steps, at: x, y) else { continue }
                if seat?.modifiers.contains(.control) == true {
                    zoom(at: x, y, seat, by: .pointer) { .by(steps: Double(-steps), around: $0) }
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
            if overlays.moved(to: x, y) {
                controls?.hide()
                return
            }
        }
        guard let controls, !isWithoutControls else { return }
        guard !gestures.isPressed else {
            if !gestures.isClick { controls.hide() }
            return
        }
        emit(controls.moved(to: x, y), seat)
    }

    /// Lets the controls or the app's content overlays handle a press or release; returns whether they did.
    private func handleByContents(isPressed: Bool, _ seat: Seat?) -> Bool {
        let intents = isPressed ? controls?.pressed(x, y, isTouch: false) : controls?.released(isTouch: false)
        guard intents != nil || (isPressed ? overlays.pressed(x, y, isTouch: false) : overlays.released(x, y)) else {
            return false
        }
        // A press on one of them doesn't begin a double click either.
        if isPressed { gestures.forget() }
        emit(intents ?? [], seat)
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

    func touch(_ event: TouchEvent, _ seat: Seat?) { fingers.handle(event, seat) }

    /// Ends the press of a pointer or finger on a control or a content overlay, which doesn't count.
    func cancelHold(_ seat: Seat?) {
        overlays.cancelled()
        emit(controls?.cancelled() ?? [], seat)
    }

    /// Forgets the press or finger that began a drag, because the compositor has taken the drag over: it may send
    /// neither a release nor the finger's end.
    func handTaken() {
        gestures.forget()
        fingers.taken()
        controls?.hide()
    }

    /// Zooms around a position on the surface.
    func zoom(
        at x: Double, _ y: Double, _ seat: Seat?, by hand: SurfaceMenu.Hand, _ change: (UnitPoint) -> ZoomChange
    ) {
        let size = picture.size
        let part = UnitPoint(x: x / Double(max(1, size.width)), y: y / Double(max(1, size.height)))
        delegate?.receiver?.zoom(change(part), on: size, pressOrigin(seat, by: hand))
    }

    private var cursor: CursorShape {
        if controls?.isOnControl == true { return .standard }
        let edges = isResizable ? Edges(near: x, y, in: picture.size, margin: PointerGestures.edgeMargin) : []
        return edges.isEmpty ? .standard : .resize(edges)
    }

    func emit(_ intents: [PointerGestures.Intent], _ seat: Seat?, by hand: SurfaceMenu.Hand = .pointer) {
        for intent in intents { delegate?.perform(intent, pressOrigin(seat, by: hand)) }
    }

    func emit(_ intents: [ControlsIntent], _ seat: Seat?, by hand: SurfaceMenu.Hand = .pointer) {
        emit(intents, pressOrigin(seat, by: hand), by: hand)
    }

    private func emit(_ intents: [ControlsIntent], _ origin: Origin, by hand: SurfaceMenu.Hand) {
        for intent in intents {
            if case .press(let control) = intent, let page = control.menuPage,
                openMenu(page, at: nil, by: hand, origin)
            {
                continue
            }
            delegate?.perform(intent, origin)
        }
    }

    private func pressOrigin(_ seat: Seat?, by hand: SurfaceMenu.Hand = .pointer) -> Origin {
        let point = hand == .finger ? fingers.place : (x: x, y: y)
        return Origin(seat: seat, serial: lastPress, place: Point(x: Int(point.x), y: Int(point.y)))
    }

    // MARK: Menu

    /// Opens a page of the menu on the surface by a key.
    package func openMenu(_ page: MenuPage, _ origin: Origin) { _ = openMenu(page, at: nil, by: .key, origin) }

    /// Opens the menu where a hand is.
    func openMenu(at hand: SurfaceMenu.Hand, _ seat: Seat?) {
        gestures.forget()
        let origin = pressOrigin(seat, by: hand)
        _ = openMenu(.main, at: origin.place.map { Rect(x: $0.x, y: $0.y, width: 1, height: 1) }, by: hand, origin)
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
            let isInPicture = delegate.receiver?.openMenuInPicture(
                page, on: delegate.form, at: place, byKey: hand == .key)
            guard isInPicture == true else { return false }
            controls?.hide()
            return true
        }
        menu.onClose = { [weak self, weak menu] in
            guard let self, self.menu === menu else { return }
            self.menu = nil
            self.delegate?.menuChanged(isOpen: false)
            self.delegate?.receiver?.focusChanged()
        }
        self.menu = menu
        controls?.hide()
        delegate.receiver?.focusChanged()
        return true
    }
}
