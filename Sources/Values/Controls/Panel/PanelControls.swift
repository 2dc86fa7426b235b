import OrielGeometry

/// The state of a panel under a person's hands: what is marked, pressed and scrolled. Input events come in; intents and
/// the layout come out. Value code; positions are logical pixels of the panel.
package struct PanelControls: Hashable, Sendable {
    /// Meaning of a key for a panel.
    package enum Key: Hashable, Sendable {
        case up, down, left, right, home, end, pageUp, pageDown
        /// *Escape* goes back, then closes.
        case activate, space, escape, close
        /// Deletes the letter before, or after, the field's caret.
        case delete, deleteAfter
        case text(String)
    }

    package var panel: Panel { didSet { if panel != oldValue { keepPlace(from: oldValue) } } }
    package private(set) var surroundings: PanelLayout.Surroundings
    package private(set) var layout: PanelLayout
    private var first = 0
    private var hand = PanelLayout.Hand()
    /// The target that was pressed and not released.
    private var press: PanelTarget?
    /// A finger that may scroll: its last height, and what is left of a row.
    private struct Drag: Hashable, Sendable {
        var y: Double
        var rest = 0.0
        var hasScrolled = false
    }

    private var drag: Drag?

    package init(_ panel: Panel, in surroundings: PanelLayout.Surroundings) {
        self.panel = panel
        self.surroundings = surroundings
        layout = PanelLayout(panel, in: surroundings)
    }

    /// Whether a target is pressed and not released.
    package var isPressed: Bool { press != nil }

    /// Whether keys change a field.
    package var isEditing: Bool { hand.edit != nil }

    /// Whether keys were used last, so that a row has the ring.
    package var hasFocus: Bool { hand.isFocus }

    /// The row that keys act on; nil if there is none.
    package var current: Int? {
        switch hand.target {
        case .row(let row), .button(let row, _): panel.rows.indices.contains(row) ? row : nil
        case .back, .earlier, .later, nil: nil
        }
    }

    // MARK: Updates

    /// Handles a new room, scale, text size or theme.
    package mutating func move(to surroundings: PanelLayout.Surroundings) {
        guard surroundings != self.surroundings else { return }
        self.surroundings = surroundings
        layOut()
    }

    /// Marks the row for a beginning by key: the chosen one, else the first.
    package mutating func focus() {
        let chosen = panel.rows.firstIndex { $0.kind == .choice(true) && $0.isActive }
        mark(chosen ?? panel.activeRow(after: nil, step: 1), isFocus: true)
    }

    /// Marks a row by key.
    package mutating func focus(row: Int) { if panel.rows.indices.contains(row) { mark(row, isFocus: true) } }

    /// Rows may come and go while a panel is open: the marked one is found again by its name.
    private mutating func keepPlace(from old: Panel) {
        if case .row(let row) = hand.target, old.rows.indices.contains(row) {
            let same = panel.rows.firstIndex { $0.id == old.rows[row].id && $0.isActive }
            hand.target = same.map(PanelTarget.row)
        }
        if press != nil, panel.rows.map(\.id) != old.rows.map(\.id) { press = nil }
        if let edit = hand.edit {
            let id = old.rows.indices.contains(edit.row) ? old.rows[edit.row].id : ""
            let row = panel.rows.firstIndex { $0.id == id && $0.isActive }
            if let row, case .field(let text, _) = panel.rows[row].kind {
                hand.edit?.row = row
                hand.edit?.field.follow(text)
            } else {
                hand.edit = nil
            }
        }
        layOut()
    }

    private mutating func layOut(showing row: Int? = nil) {
        first = min(max(first, 0), max(panel.rows.count - 1, 0))
        hand.isPressed = press != nil && press == hand.target
        layout = PanelLayout(panel, in: surroundings, from: first, showing: row, hand: hand)
        first = layout.shown.lowerBound
    }

    private mutating func mark(_ row: Int?, isFocus: Bool) {
        point(at: row.map(PanelTarget.row), isChosen: true, isFocus: isFocus && row != nil)
        layOut(showing: row)
    }

    /// Moves the hand. A choice, by a press or a key, of a field begins to change it, of anything else ends that.
    private mutating func point(at target: PanelTarget?, isChosen: Bool = false, isFocus: Bool = false) {
        var edit = hand.edit
        if isChosen {
            if case .row(let row) = target, case .field(let text, _) = panel.rows[row].kind {
                if edit?.row != row { edit = PanelLayout.Edit(row: row, field: PanelField(text)) }
            } else {
                edit = nil
            }
        }
        hand = PanelLayout.Hand(target, isFocus: isFocus)
        hand.edit = edit
    }

    // MARK: Pointer and touch

    /// Handles motion of the pointer, or of the finger that pressed.
    package mutating func moved(to x: Double, _ y: Double) -> [PanelIntent] {
        if let press, case .row(let row) = press, case .slider = panel.rows[row].kind { return slide(row, at: x) }
        if press != nil, let drag {
            self.drag(drag, to: y)
            return []
        }
        let target = layout.target(at: pixel(x, y))
        guard target != hand.target || hand.isFocus else { return [] }
        point(at: target)
        layOut()
        return []
    }

    private mutating func drag(_ drag: Drag, to y: Double) {
        let height = PanelStyle(textScale: surroundings.textScale, isTouch: true).rowHeight
        let moved = drag.rest + drag.y - y
        let rows = (moved / height).rounded(.towardZero)
        guard rows.isFinite else { return }
        self.drag = Drag(y: y, rest: moved - rows * height, hasScrolled: drag.hasScrolled || rows != 0)
        if rows != 0 { scroll(by: Int(min(max(rows, -1000), 1000))) }
    }

    package mutating func left() {
        guard press == nil, !hand.isFocus, hand.target != nil else { return }
        point(at: nil)
        layOut()
    }

    /// Handles a press of the left pointer button, or of a finger.
    package mutating func pressed(_ x: Double, _ y: Double, isTouch: Bool) -> [PanelIntent] {
        guard press == nil else { return [] }
        surroundings.isTouch = isTouch
        press = layout.target(at: pixel(x, y))
        point(at: press, isChosen: true)
        drag = isTouch ? Drag(y: y) : nil
        layOut()
        guard case .row(let row) = press, case .slider = panel.rows[row].kind else { return [] }
        return slide(row, at: x)
    }

    /// Handles the release of a press. A finger that has scrolled presses nothing.
    package mutating func released(_ x: Double, _ y: Double) -> [PanelIntent] {
        guard let press else { return [] }
        let isInside = layout.target(at: pixel(x, y)) == press && drag?.hasScrolled != true
        self.press = nil
        drag = nil
        if surroundings.isTouch { point(at: nil) }
        layOut()
        return isInside ? act(on: press) : []
    }

    /// Handles a grab that the compositor took over.
    package mutating func cancelled() {
        guard press != nil else { return }
        (press, drag) = (nil, nil)
        point(at: nil)
        layOut()
    }

    /// Scrolls by a number of rows; positive shows later ones.
    package mutating func scroll(by rows: Int) {
        guard layout.shown.count < panel.rows.count else { return }
        first = min(max(first + min(max(rows, -10_000), 10_000), 0), panel.rows.count - 1)
        point(at: nil)
        layOut()
    }

    private mutating func act(on target: PanelTarget) -> [PanelIntent] {
        switch target {
        case .back: return [.back]
        case .earlier, .later:
            scroll(by: max(1, layout.shown.count - 1) * (target == .later ? 1 : -1))
            return []
        case .button(let row, let number): return [.pressButton(panel.rows[row].id, number)]
        case .row(let row):
            switch panel.rows[row].kind {
            case .action, .menu, .toggle, .choice: return [.press(panel.rows[row].id)]
            case .heading, .separator, .text, .title, .image, .slider, .field: return []
            }
        }
    }

    private func slide(_ row: Int, at x: Double) -> [PanelIntent] {
        guard case .slider(let slider) = panel.rows[row].kind,
            let fraction = layout.fraction(ofRow: row, at: x * surroundings.scale)
        else { return [] }
        let value = slider.value(at: fraction)
        return value == slider.value ? [] : [.slide(panel.rows[row].id, to: value)]
    }

    private func pixel(_ x: Double, _ y: Double) -> Point { Point(pixelAt: x, y, scale: surroundings.scale) }

    // MARK: Keys

    /// Handles a key.
    /// - Returns: nil if the key has no meaning here.
    package mutating func key(_ key: Key) -> [PanelIntent]? {
        let isMirrored = surroundings.isRightToLeft
        if let answer = edited(key) { return answer }
        switch key {
        case .up, .down:
            guard let row = panel.activeRow(after: current, step: key == .down ? 1 : -1) else { return nil }
            mark(row, isFocus: true)
            return []
        case .home, .end:
            guard let row = panel.activeRow(after: nil, step: key == .home ? 1 : -1) else { return nil }
            mark(row, isFocus: true)
            return []
        case .pageUp, .pageDown: return page(key == .pageDown ? 1 : -1)
        case .left: return sideways(isMirrored ? 1 : -1)
        case .right: return sideways(isMirrored ? -1 : 1)
        case .escape where isEditing && panel.isPage:
            point(at: nil, isChosen: true)
            layOut()
            return []
        case .escape: return panel.isPage ? nil : [panel.hasParent ? .back : .dismiss]
        case .close: return panel.isPage ? nil : [.dismiss]
        case .activate, .space: return current == nil ? nil : hand.target.map { act(on: $0) }
        case .delete, .deleteAfter: return pressLastButton()
        case .text(let text): return typed(text)
        }
    }

    private mutating func page(_ direction: Int) -> [PanelIntent]? {
        let step = max(1, layout.shown.count - 1) * direction
        let wanted = min(max((current ?? 0) + step, 0), panel.rows.count - 1)
        let beside =
            panel.rows.indices.contains(wanted) && panel.rows[wanted].isActive
            ? wanted
            : panel.activeRow(after: wanted, step: direction, isWrapping: false)
                ?? panel.activeRow(after: wanted, step: -direction, isWrapping: false)
        guard let beside else { return nil }
        mark(beside, isFocus: true)
        return []
    }

    /// A slider's step, a way into a menu, or the way back.
    private mutating func sideways(_ direction: Double) -> [PanelIntent]? {
        if let row = current {
            switch panel.rows[row].kind {
            case .slider(let slider):
                let value = slider.value(after: direction)
                return value == slider.value ? [] : [.slide(panel.rows[row].id, to: value)]
            case .menu where direction > 0: return [.press(panel.rows[row].id)]
            default: if walk(direction, along: row) { return [] }
            }
        }
        return direction < 0 && panel.hasParent ? [.back] : nil
    }

    /// Moves along a row's buttons; false if there is none in that direction.
    private mutating func walk(_ direction: Double, along row: Int) -> Bool {
        var place = -1
        if case .button(_, let number) = hand.target { place = number }
        place += direction > 0 ? 1 : -1
        guard -1..<panel.rows[row].buttons.count ~= place else { return false }
        point(at: place < 0 ? .row(row) : .button(row: row, place), isFocus: true)
        layOut(showing: row)
        return true
    }

    /// The last button of a row is the one that removes it.
    private func pressLastButton() -> [PanelIntent]? {
        guard let row = current, !panel.rows[row].buttons.isEmpty else { return nil }
        return [.pressButton(panel.rows[row].id, panel.rows[row].buttons.count - 1)]
    }

    /// Keys of a field that is changed; nil if the key does what it does elsewhere.
    private mutating func edited(_ key: Key) -> [PanelIntent]? {
        guard let edit = hand.edit else { return nil }
        switch key {
        case .left: hand.edit?.field.move(by: surroundings.isRightToLeft ? 1 : -1)
        case .right: hand.edit?.field.move(by: surroundings.isRightToLeft ? -1 : 1)
        case .home, .end: hand.edit?.field.moveToEnd(key == .end)
        case .delete: hand.edit?.field.delete(before: 1)
        case .deleteAfter: hand.edit?.field.delete(before: 0, after: 1)
        case .text(let text): hand.edit?.field.insert(text)
        case .space: hand.edit?.field.insert(" ")
        case .activate: return [.press(panel.rows[edit.row].id)]
        case .up, .down, .pageUp, .pageDown, .escape, .close: return nil
        }
        return changed(edit)
    }

    /// Handles a change by an input method (`zwp_text_input_v3.done`): bytes to delete around the caret, text to enter,
    /// and text that isn't entered yet.
    package mutating func enter(_ text: String, composing: String, deletingBefore: Int, after: Int) -> [PanelIntent] {
        guard let edit = hand.edit else { return [] }
        hand.edit?.field.delete(bytesBefore: deletingBefore, after: after)
        hand.edit?.field.insert(text)
        hand.edit?.field.compose(composing)
        return changed(edit)
    }

    private mutating func changed(_ old: PanelLayout.Edit) -> [PanelIntent] {
        layOut()
        guard let text = hand.edit?.field.text, text != old.field.text else { return [] }
        return [.edit(panel.rows[old.row].id, text)]
    }

    /// Text leads to the row of a menu that begins with it; on a page letters are the keys of actions.
    private mutating func typed(_ text: String) -> [PanelIntent]? {
        guard !panel.isPage, let row = panel.row(beginningWith: text, after: current) else {
            return nil
        }
        mark(row, isFocus: true)
        return []
    }
}
