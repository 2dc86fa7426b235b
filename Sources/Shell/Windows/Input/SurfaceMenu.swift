import OrielControls
import OrielGeometry
import OrielPlatform
import OrielSurfaces
import OrielWayland

/// An open menu of one surface: pages of panels in a popup, of which the last is shown. It takes input until `close`.
@MainActor
final class SurfaceMenu: InputTarget {
    /// The device that opened a menu.
    enum Hand { case pointer, finger, key }

    let surface: Surface
    /// Runs once, when the menu has closed.
    var onClose: () -> Void = {}

    private let popup: PanelPopup
    private let routes: InputRoutes
    private weak var delegate: (any SurfaceInputDelegate)?
    private var controls: PanelControls
    /// The page that is shown, after those that led to it.
    private var pages: [MenuPage]
    private var scrolling = ScrollSteps()
    private var finger: Int?
    private var position = (x: 0.0, y: 0.0)
    private var lastPress: UInt32
    private var isClosed = false

    /// Largest size of a menu, in logical pixels; a smaller output makes it smaller.
    private static let room = Size(width: 420, height: 720)

    /// Opens a menu; nil if the surface can have no popup, or the page is empty.
    /// - Parameters:
    ///   - anchor: area of the picture that the menu is placed beside, in logical pixels.
    ///   - isAbove: whether it is placed above the anchor, if there is room.
    init?(
        _ page: MenuPage, over picture: PictureSurface, at anchor: Rect, isAbove: Bool, by hand: Hand,
        routes: InputRoutes, delegate: any SurfaceInputDelegate, _ origin: SurfaceInput.Origin
    ) {
        guard let seat = origin.seat, let panel = delegate.menu(page) else { return nil }
        var surroundings = delegate.panelSurroundings
        surroundings.room = Self.room
        surroundings.scale = picture.scale
        surroundings.isTouch = hand == .finger
        controls = PanelControls(panel, in: surroundings)
        if hand == .key { controls.focus() }
        let size = controls.layout.size
        guard !size.isEmpty,
            let popup = PanelPopup(
                over: picture, at: anchor, size: size, isAbove: isAbove, seat: seat, serial: origin.serial)
        else { return nil }
        (self.popup, surface, self.routes, self.delegate) = (popup, popup.surface, routes, delegate)
        (pages, lastPress) = ([page], origin.serial)
        popup.onResize = { [weak self] in self?.resized() }
        popup.onDone = { [weak self] in self?.close() }
        routes.open(self, of: picture.surface)
    }

    /// Closes the menu. May be repeated.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        routes.closed(self)
        popup.finish()
        onClose()
    }

    private func resized() {
        guard let size = popup.size else { return }
        var surroundings = controls.surroundings
        (surroundings.room, surroundings.scale, surroundings.fills) = (size, popup.scale, true)
        controls.move(to: surroundings)
        popup.show(controls.layout)
    }

    /// Shows the page in its present state, since the player has changed.
    func refresh() {
        guard let page = pages.last, let panel = delegate?.menu(page) else { return close() }
        change { $0.panel = prepared(panel) }
    }

    /// A page that another one led to has the way back.
    private func prepared(_ panel: Panel) -> Panel {
        var panel = panel
        panel.hasParent = pages.count > 1
        return panel
    }

    @discardableResult
    private func change<Answer>(_ body: (inout PanelControls) -> Answer) -> Answer {
        let before = controls.layout
        let answer = body(&controls)
        if controls.layout != before { popup.show(controls.layout) }
        return answer
    }

    private func carryOut(_ intents: [PanelIntent], _ seat: Seat?) {
        for intent in intents where !isClosed { carryOut(intent, SurfaceInput.Origin(seat: seat, serial: lastPress)) }
    }

    private func carryOut(_ intent: PanelIntent, _ origin: SurfaceInput.Origin) {
        guard let page = pages.last else { return }
        switch intent {
        case .dismiss: close()
        case .back:
            pages.removeLast()
            pages.isEmpty ? close() : turn()
        case .press, .pressButton, .slide, .edit:
            switch delegate?.perform(intent, on: page, origin) {
            case .opens(let next):
                // An empty page leads nowhere.
                guard delegate?.menu(next)?.rows.isEmpty == false else { return }
                pages.append(next)
                turn()
            case .stays: if !isClosed { refresh() }
            case .closes, nil: close()
            }
        }
    }

    /// Shows another page, from its beginning.
    private func turn() {
        guard let page = pages.last, let panel = delegate?.menu(page) else { return close() }
        let isByKey = controls.hasFocus
        change {
            $0 = PanelControls(prepared(panel), in: $0.surroundings)
            if isByKey { $0.focus() } else { _ = $0.moved(to: position.x, position.y) }
        }
    }

    // MARK: InputTarget

    let acceptsDrops = false
    func dropped(_ text: String) {}
    func keyboardLeft() {}

    @discardableResult
    func key(_ event: KeyEvent, _ seat: Seat?) -> Bool {
        guard event.phase != .released, event.phase == .repeated || !isStale(event.time),
            let key = PanelControls.Key(event), !(event.phase == .repeated && key == .activate)
        else { return false }
        lastPress = event.serial
        guard let intents = change({ $0.key(key) }) else { return false }
        carryOut(intents, seat)
        return true
    }

    func pointer(_ frame: PointerFrame, _ seat: Seat?) {
        for event in frame.events where !isClosed {
            switch event {
            case .enter:
                seat?.cursor = .standard
                moved(to: frame.x, frame.y, seat)
            case .leave: change { $0.left() }
            case .motion(let x, let y, _): moved(to: x, y, seat)
            case .relativeMotion: break
            case .button(let code, let isPressed, let serial, let time):
                guard PointerGestures.Button(rawValue: code) != nil, !isPressed || !isStale(time) else { continue }
                if isPressed { lastPress = serial }
                carryOut(
                    change {
                        isPressed
                            ? $0.pressed(position.x, position.y, isTouch: false) : $0.released(position.x, position.y)
                    }, seat)
            case .scroll(let scroll):
                let rows = scrolling.add(scroll)
                if rows != 0 { change { $0.scroll(by: rows) } }
            }
        }
    }

    /// - Parameter y: in the popup, whose upper part may be empty.
    private func moved(to x: Double, _ y: Double, _ seat: Seat?) {
        position = (x, y - Double(popup.top))
        carryOut(change { $0.moved(to: position.x, position.y) }, seat)
    }

    func fingerDown(_ id: Int, x: Double, y: Double, serial: UInt32, at time: Duration, _ seat: Seat?) {
        guard finger == nil, !isStale(time) else { return }
        (finger, position, lastPress) = (id, (x, y - Double(popup.top)), serial)
        carryOut(change { $0.pressed(position.x, position.y, isTouch: true) }, seat)
    }

    func fingerMoved(_ id: Int, x: Double, y: Double, at time: Duration, _ seat: Seat?) {
        guard id == finger else { return }
        moved(to: x, y, seat)
    }

    func fingerUp(_ id: Int, at time: Duration, _ seat: Seat?) {
        guard id == finger else { return }
        finger = nil
        carryOut(change { $0.released(position.x, position.y) }, seat)
    }

    func fingersCancelled(_ seat: Seat?) {
        finger = nil
        change { $0.cancelled() }
    }

    private func isStale(_ time: Duration) -> Bool { StaleInput.contains(time, at: MonotonicClock.now) }
}
