package import OrielControls
import OrielPlatform
package import OrielWayland

/// Pages of panels under a person's hands, of which the last is shown: in a popup, or in a picture.
@MainActor
package final class PanelPages {
    /// Builds a page in its present state; nil if it is gone.
    package var build: (MenuPage) -> Panel? = { _ in nil }
    /// Acts on a row.
    package var perform: (PanelIntent, MenuPage, SurfaceInput.Origin) -> MenuStep = { _, _, _ in .closes }
    /// Shows a layout.
    package var show: (PanelLayout) -> Void = { _ in }
    /// Runs once, when the pages have ended.
    package var onClose: () -> Void = {}
    /// Serial of the press or key that acts, for requests that need one.
    package var lastPress: UInt32

    package private(set) var controls: PanelControls
    /// The page that is shown, after those that led to it.
    private var pages: [MenuPage]
    package var page: MenuPage? { pages.last }
    private var position = (x: 0.0, y: 0.0)
    package private(set) var isClosed = false

    package init(_ page: MenuPage, _ panel: Panel, in surroundings: PanelLayout.Surroundings, serial: UInt32 = 0) {
        (pages, lastPress) = ([page], serial)
        controls = PanelControls(panel, in: surroundings)
    }

    /// Ends the pages. May be repeated.
    package func close() {
        guard !isClosed else { return }
        isClosed = true
        onClose()
    }

    /// Shows the page in its present state, since the player has changed.
    package func refresh() {
        guard let page = pages.last, let panel = build(page) else { return close() }
        change { $0.panel = prepared(panel) }
    }

    /// A page that another one led to has the way back.
    private func prepared(_ panel: Panel) -> Panel {
        var panel = panel
        panel.hasParent = pages.count > 1
        return panel
    }

    /// Changes what hands do, and shows the layout if it differs.
    @discardableResult
    package func change<Answer>(_ body: (inout PanelControls) -> Answer) -> Answer {
        let before = controls.layout
        let answer = body(&controls)
        if controls.layout != before { show(controls.layout) }
        return answer
    }

    package func carryOut(_ intents: [PanelIntent], _ seat: Seat?) {
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
            switch perform(intent, page, origin) {
            case .opens(let next):
                // An empty page leads nowhere.
                guard build(next)?.rows.isEmpty == false else { return }
                pages.append(next)
                turn()
            case .stays: if !isClosed { refresh() }
            case .closes: close()
            }
        }
    }

    /// Shows another page, from its beginning.
    private func turn() {
        guard let page = pages.last, let panel = build(page) else { return close() }
        let isByKey = controls.hasFocus
        change {
            $0 = PanelControls(prepared(panel), in: $0.surroundings)
            if isByKey { $0.focus() } else { _ = $0.moved(to: position.x, position.y) }
        }
    }

    // MARK: Hands

    /// Handles a key.
    /// - Returns: whether it has a meaning for the panel.
    package func key(_ event: KeyEvent, _ seat: Seat?) -> Bool {
        guard event.phase != .released, event.phase == .repeated || !StaleInput.contains(event.time),
            let key = PanelControls.Key(event),
            !(event.phase == .repeated && (key == .activate || key == .space) && !controls.isEditing)
        else { return false }
        guard let intents = change({ $0.key(key) }) else { return false }
        lastPress = event.serial
        carryOut(intents, seat)
        return true
    }

    /// - Parameter marks: whether the row under the pointer is marked.
    package func moved(to x: Double, _ y: Double, _ seat: Seat?, marks: Bool = true) {
        position = (x, y)
        if marks { carryOut(change { $0.moved(to: x, y) }, seat) }
    }

    package func pressed(isTouch: Bool, _ seat: Seat?) {
        carryOut(change { $0.pressed(position.x, position.y, isTouch: isTouch) }, seat)
    }

    package func released(_ seat: Seat?) { carryOut(change { $0.released(position.x, position.y) }, seat) }

    /// Handles a press at another place, such as a finger's.
    package func pressed(at x: Double, _ y: Double, isTouch: Bool, _ seat: Seat?) {
        position = (x, y)
        pressed(isTouch: isTouch, seat)
    }
}
