import OrielPlatform
package import OrielWaylandProtocols

/// A group of input devices: keyboard, pointer and touch screen (`wl_seat`), each of which may come and go. It belongs
/// to the connection's thread; its handlers must neither draw nor block.
public final class Seat {
    /// Whether the seat has a keyboard now.
    package var hasKeyboard: Bool { keyboard != nil }
    /// The surface with keyboard focus; nil if none of ours.
    public var keyboardFocus: Surface? { globals?.surfaces.surface(for: keyboard?.focus) }

    /// Modifiers currently held; empty if the compositor doesn't report them. mutter and KWin report them to the client
    /// under the pointer; wlroots only while one of the client's surfaces has keyboard focus.
    public var modifiers: KeyEvent.Modifiers { keyboard?.modifiers ?? [] }

    /// Receives each key event with the surface that has keyboard focus.
    public var onKey: ((KeyEvent, Surface) -> Void)?
    /// Runs when keyboard focus changes, with the surface that has it; nil if none of ours.
    public var onKeyboardFocus: ((Surface?) -> Void)?
    /// Receives pointer events on our surfaces.
    public var onPointer: ((PointerFrame) -> Void)?
    /// Receives touch events, grouped by frame.
    public var onTouch: (([TouchEvent]) -> Void)?
    /// Returns whether a surface accepts dropped URI lists; called when a drag enters it.
    public var wantsDrop: ((Surface) -> Bool)?
    /// Receives a drop on a surface: URI lines as the other program wrote them (`text/uri-list`).
    public var onDrop: ((String, Surface) -> Void)?

    /// The cursor over our surfaces; kept while the pointer is elsewhere.
    public var cursor = CursorShape.standard {
        didSet { if cursor != oldValue { showCursor() } }
    }

    package let object: WlSeat
    let globalName: UInt32
    private(set) weak var globals: Globals?
    private var keyboard: Keyboard?
    private var pointer: Pointer?
    private var touch: Touch?
    private var data: DataDevice?
    /// The seat's input methods; nil if the compositor has no `zwp_text_input_manager_v3`.
    package private(set) var textInput: TextInput?

    init(_ object: WlSeat, globalName: UInt32, globals: Globals) {
        self.object = object
        self.globalName = globalName
        self.globals = globals
        object.onEvent = { [weak self] event in
            if case .capabilities(let devices) = event { self?.update(devices) }
        }
        data = globals[WlDataDeviceManager.self].map { DataDevice($0, seat: self) }
        // Some compositors name the focused surface only to the text inputs that are there when it gets the focus.
        textInput = globals[ZwpTextInputManagerV3.self].map { TextInput($0, seat: object) }
    }

    func end() {
        update([])
        data?.end()
        data = nil
        textInput?.end()
        textInput = nil
        if object.supportsRelease { object.release() } else { object.abandon() }
    }

    /// Reads the clipboard's text. A compositor shows it only to the program with the keyboard focus.
    /// - Parameter done: called from the loop, or at once without a text; not called if the seat goes, or if another
    ///   reading replaces this one.
    package func readClipboard(_ done: @escaping (ClipboardText) -> Void) {
        guard let data else { return done(.none) }
        data.readClipboard(done)
    }

    private func update(_ new: WlSeat.Capability) {
        guard let globals else { return }
        if new.contains(.keyboard), keyboard == nil {
            keyboard = Keyboard(object.getKeyboard(), seat: self)
        } else if !new.contains(.keyboard), let gone = keyboard {
            let hadFocus = gone.focus != nil
            gone.end()
            keyboard = nil
            if hadFocus { onKeyboardFocus?(nil) }
        }
        if new.contains(.pointer), pointer == nil {
            pointer = Pointer(object.getPointer(), seat: self, globals: globals)
        } else if !new.contains(.pointer), let gone = pointer {
            gone.end()
            pointer = nil
        }
        if new.contains(.touch), touch == nil {
            touch = Touch(object.getTouch(), seat: self)
        } else if !new.contains(.touch), let gone = touch {
            gone.end()
            touch = nil
            onTouch?([.cancel])
        }
    }

    // MARK: Called by its devices

    var loop: EventLoop? { globals?.connection.loop }

    func keyboardFocusChanged(to object: WlSurface?) {
        onKeyboardFocus?(globals?.surfaces.surface(for: object))
    }

    func deliver(_ event: KeyEvent, on object: WlSurface?) {
        guard let surface = globals?.surfaces.surface(for: object) else { return }
        onKey?(event, surface)
    }

    func wantsDrop(on object: WlSurface) -> Bool {
        globals?.surfaces.surface(for: object).flatMap { wantsDrop?($0) } ?? false
    }

    func deliver(drop text: String, on object: WlSurface) {
        guard let surface = globals?.surfaces.surface(for: object) else { return }
        onDrop?(text, surface)
    }

    func showCursor() {
        guard let pointer, let globals else { return }
        // The greatest scale, so that the cursor is sharp on every output.
        pointer.show(cursor, scale: globals.outputs.map(\.state.scale).max() ?? 1)
    }
}
