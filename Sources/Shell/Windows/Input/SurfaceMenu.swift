import OrielControls
import OrielGeometry
import OrielPlatform
import OrielSurfaces
import OrielWayland

/// An open menu of one surface: pages of panels in a popup. It takes input until `close`.
@MainActor
final class SurfaceMenu: InputTarget {
    /// The device that opened a menu.
    enum Hand { case pointer, finger, key }

    let surface: Surface
    /// Runs once, when the menu has closed.
    var onClose: () -> Void = {}

    private let popup: PanelPopup
    let pages: PanelPages
    private let routes: InputRoutes
    private var scrolling = ScrollSteps()
    private var finger: Int?

    /// Largest size of a menu, in logical pixels: 420x960 for text of the normal size, and the output's. wlroots 0.15
    /// makes a popup larger that it should make smaller.
    private static func room(textScale: Double, on output: Output?) -> Size {
        let width = PanelStyle(textScale: textScale).widest
        let most = output.map(\.state.logical.size).flatMap { $0.isEmpty ? nil : $0 }
        return Size(
            width: min(Int(width), most?.width ?? .max), height: min(Int(width * 16 / 7), most?.height ?? .max))
    }

    /// Opens a menu; nil if the surface can have no popup, or the page is empty.
    /// - Parameters:
    ///   - anchor: area of the picture that the menu is placed beside, in logical pixels.
    ///   - isAbove: whether it is placed above the anchor, if there is room.
    init?(
        _ page: MenuPage, over picture: PictureSurface, at anchor: Rect, isAbove: Bool, by hand: Hand,
        routes: InputRoutes, delegate: any SurfaceInputDelegate, _ origin: SurfaceInput.Origin
    ) {
        let form = delegate.form
        guard let seat = origin.seat, let panel = delegate.receiver?.menu(page, on: form) else { return nil }
        var surroundings = delegate.panelSurroundings
        surroundings.room = Self.room(textScale: surroundings.textScale, on: picture.output)
        surroundings.scale = picture.scale
        surroundings.isTouch = hand == .finger
        pages = PanelPages(page, panel, in: surroundings, serial: origin.serial)
        if hand == .key { pages.change { $0.focus() } }
        let size = pages.controls.layout.size
        guard !size.isEmpty,
            let popup = PanelPopup(
                over: picture, at: anchor, size: size, isAbove: isAbove, seat: seat, serial: origin.serial)
        else { return nil }
        (self.popup, surface, self.routes) = (popup, popup.surface, routes)
        pages.build = { [weak delegate] in delegate?.receiver?.menu($0, on: form) }
        pages.perform = { [weak delegate] in delegate?.receiver?.perform($0, on: $1, $2) ?? .closes }
        pages.show = { [popup, weak delegate] in
            popup.show($0)
            delegate?.receiver?.focusChanged()
        }
        pages.onClose = { [weak self] in self?.ended() }
        popup.onResize = { [weak self] in self?.resized() }
        popup.onDone = { [weak self] in self?.close() }
        routes.open(self, of: picture.surface)
    }

    /// The upper left corner of the pages, in logical pixels of the picture.
    var origin: Point { Point(x: popup.origin.x, y: popup.origin.y + popup.top) }

    /// Closes the menu. May be repeated.
    func close() { pages.close() }

    private func ended() {
        routes.closed(self)
        popup.finish()
        onClose()
    }

    private func resized() {
        guard let size = popup.size else { return }
        var surroundings = pages.controls.surroundings
        (surroundings.room, surroundings.scale, surroundings.fills) = (size, popup.scale, true)
        pages.change { $0.move(to: surroundings) }
        popup.show(pages.controls.layout)
    }

    /// Shows the page in its present state, since the player has changed.
    func refresh() { pages.refresh() }

    // MARK: InputTarget

    let acceptsDrops = false
    func dropped(_ text: String) {}
    func keyboardLeft() {}

    @discardableResult
    func key(_ event: KeyEvent, _ seat: Seat?) -> Bool { pages.key(event, seat) }

    func pointer(_ frame: PointerFrame, _ seat: Seat?) {
        for event in frame.events where !pages.isClosed {
            switch event {
            case .enter:
                seat?.cursor = .standard
                // A menu that came under a resting pointer keeps the row of the keys.
                moved(to: frame.x, frame.y, seat, marks: !pages.controls.hasFocus)
            case .leave: pages.change { $0.left() }
            case .motion(let x, let y, _): moved(to: x, y, seat)
            case .relativeMotion: break
            case .button(let code, let isPressed, let serial, let time):
                guard PointerGestures.Button(rawValue: code) != nil, !isPressed || !StaleInput.contains(time) else {
                    continue
                }
                if isPressed { pages.lastPress = serial }
                isPressed ? pages.pressed(isTouch: false, seat) : pages.released(seat)
            case .scroll(let scroll):
                let rows = scrolling.add(scroll)
                if rows != 0 { pages.change { $0.scroll(by: rows) } }
            }
        }
    }

    /// - Parameter y: in the popup, whose upper part may be empty.
    private func moved(to x: Double, _ y: Double, _ seat: Seat?, marks: Bool = true) {
        pages.moved(to: x, y - Double(popup.top), seat, marks: marks)
    }

    func touch(_ event: TouchEvent, _ seat: Seat?) {
        switch event {
        case .down(let id, _, let x, let y, let serial, let time):
            guard finger == nil, !StaleInput.contains(time) else { return }
            (finger, pages.lastPress) = (id, serial)
            pages.pressed(at: x, y - Double(popup.top), isTouch: true, seat)
        case .motion(let id, let x, let y, _): if id == finger { moved(to: x, y, seat) }
        case .up(let id, _, _):
            guard id == finger else { return }
            finger = nil
            pages.released(seat)
        case .cancel:
            finger = nil
            pages.change { $0.cancelled() }
        }
    }
}
