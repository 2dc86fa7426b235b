import OrielPlatform
package import OrielWaylandProtocols

/// A person's keyboard, pointer and touch screen (`wl_seat`), each of which may come and go. It belongs to the
/// connection's thread; its handlers neither draw nor block.
public final class Seat {
    /// What the seat has now.
    public struct Capabilities: OptionSet, Sendable, Hashable {
        public let rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }
        public static let pointer = Capabilities(rawValue: 1)
        public static let keyboard = Capabilities(rawValue: 2)
        public static let touch = Capabilities(rawValue: 4)
    }

    /// Such as `seat0`; empty where the compositor gives none.
    public private(set) var name = ""
    /// The devices it has now.
    public private(set) var capabilities: Capabilities = []
    /// The last serial of any input, for requests that need one; nil before the first.
    public private(set) var lastSerial: UInt32?
    /// The surface that has the keyboard.
    public var keyboardFocus: Surface? { globals?.surfaces.surface(for: keyboard?.focus) }

    /// The modifiers that are held. Some compositors tell those to the client that has the pointer (mutter, KWin), others only
    /// while one of its surfaces has the keyboard (wlroots); where they are not told there are none.
    public var modifiers: KeyEvent.Modifiers { keyboard?.modifiers ?? [] }

    /// Gets each key with the surface it was meant for.
    public var onKey: ((KeyEvent, Surface) -> Void)?
    /// The keyboard came to a surface, or left.
    public var onKeyboardFocus: ((Surface?) -> Void)?
    /// Gets what the pointer did over our surfaces.
    public var onPointer: ((PointerFrame) -> Void)?
    /// Gets what touches did at one moment, as the compositor grouped it.
    public var onTouch: (([TouchEvent]) -> Void)?
    /// Whether a surface takes addresses that are dropped on it; asked when they come over it.
    public var wantsDrop: ((Surface) -> Bool)?
    /// Gets what was dropped on a surface: lines of addresses, as another program wrote them (`text/uri-list`).
    public var onDrop: ((String, Surface) -> Void)?
    /// A device came or went.
    public var onCapabilities: ((Capabilities) -> Void)?
    /// Once, when the seat was removed.
    public var onGone: (() -> Void)?

    /// The pointer's looks over our surfaces; kept while it is elsewhere.
    public var cursor = CursorShape.standard {
        didSet { if cursor != oldValue { showCursor() } }
    }

    package let object: WlSeat
    let globalName: UInt32
    private(set) weak var globals: Globals?
    private var keyboard: Keyboard?
    private var pointer: Pointer?
    private var touch: Touch?
    private var drops: DropTarget?

    init(_ object: WlSeat, globalName: UInt32, globals: Globals) {
        self.object = object
        self.globalName = globalName
        self.globals = globals
        object.onEvent = { [weak self] event in
            switch event {
            case .capabilities(let set): self?.update(Capabilities(rawValue: set.rawValue))
            case .name(let name): self?.name = name
            }
        }
        drops = globals.dataDevices.map { DropTarget($0, seat: self) }
    }

    /// Pretends that held keys were released: no more repetitions until the next press.
    public func stopKeyRepeat() { keyboard?.stopRepeating() }

    func end() {
        update([])
        drops?.end()
        drops = nil
        if object.supportsRelease { object.release() } else { object.abandon() }
        onGone?()
    }

    private func update(_ new: Capabilities) {
        guard new != capabilities, let globals else { return }
        capabilities = new
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
        onCapabilities?(new)
    }

    // MARK: For its devices

    var loop: EventLoop? { globals?.connection.loop }

    func note(_ serial: UInt32) { lastSerial = serial }

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
        // Sharp on every output the pointer may be on.
        pointer.show(cursor, scale: globals.outputs.map(\.state.scale).max() ?? 1)
    }
}
