package import OrielGeometry
import OrielWaylandProtocols

/// One seat's input methods, while a text field is changed (`zwp_text_input_v3`). For the connection's thread.
package final class TextInput {
    /// A change by an input method, as of one `done`.
    package struct Edit: Hashable, Sendable {
        /// Bytes to delete around the caret, before anything else.
        package var deletedBefore = 0
        package var deletedAfter = 0
        /// Text to enter at the caret.
        package var text = ""
        /// Text that isn't entered yet, in place of the former one.
        package var preedit = ""
    }

    private let object: ZwpTextInputV3
    private var pending = Edit()
    /// Whether the seat's keyboard focus is on a surface of ours, as the compositor has told the input method.
    private var hasFocus = false
    /// Place of the field on the surface, in logical pixels; nil while none is changed.
    private var field: Rect?
    private var onEdit: (Edit) -> Void = { _ in }

    init(_ manager: ZwpTextInputManagerV3, seat: WlSeat) {
        object = manager.getTextInput(seat: seat)
        object.onEvent = { [weak self] in self?.handle($0) }
    }

    func end() { object.destroy() }

    /// Begins to take text for a field on the surface with the keyboard focus, or moves it there.
    package func begin(at field: Rect, onEdit: @escaping (Edit) -> Void) {
        self.onEdit = onEdit
        guard field != self.field else { return }
        let isNew = self.field == nil
        self.field = field
        if hasFocus { tell(isNew: isNew) }
    }

    /// Takes no text any more. May be repeated.
    package func stop() {
        guard field != nil else { return }
        field = nil
        onEdit = { _ in }
        guard hasFocus else { return }
        object.disable()
        object.commit()
    }

    private func tell(isNew: Bool) {
        guard let field else { return }
        if isNew {
            object.enable()
            object.setContentType(hint: 0, purpose: .url)
        }
        func number(_ value: Int) -> Int32 { Int32(clamping: value) }
        object.setCursorRectangle(
            x: number(field.x), y: number(field.y), width: number(field.width), height: number(field.height))
        object.commit()
    }

    private func handle(_ event: ZwpTextInputV3.Event) {
        switch event {
        case .enter:
            hasFocus = true
            tell(isNew: true)
        case .leave:
            hasFocus = false
            pending = Edit()
            guard field != nil else { return }
            onEdit(Edit())
            object.disable()
            object.commit()
        case .preeditString(let text, _, _): pending.preedit = text ?? ""
        case .commitString(let text): pending.text = text ?? ""
        case .deleteSurroundingText(let before, let after):
            (pending.deletedBefore, pending.deletedAfter) = (Int(before), Int(after))
        case .done:
            let edit = pending
            pending = Edit()
            if field != nil { onEdit(edit) }
        }
    }
}
