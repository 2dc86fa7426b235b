import Glibc
import OrielPlatform
import OrielWaylandProtocols

/// The fake compositor's seat: sends the tests' input events to the surfaces that they name.
final class FakeSeat {
    private let display: ServerDisplay
    private let devices: [FakeOffer.Device]
    private let keymap: Keymap
    private var seats: [WlSeatResource] = []
    private var keyboards: [WlKeyboardResource] = []
    private var pointers: [WlPointerResource] = []
    private var touches: [WlTouchResource] = []
    private var keyboardFocus: WlSurfaceResource?
    private var pointerFocus: WlSurfaceResource?
    /// The press or the finger that is down, by the serial of its event.
    private var held: (serial: UInt32, surface: WlSurfaceResource, finger: Int?)?
    /// Runs when a press that the compositor has taken over ends; nil while the client has its input.
    private var onGrabEnd: ((_ isPointer: Bool) -> Void)?
    /// Called when the keyboard's focus has moved from a surface to another.
    var onKeyboardFocus: (WlSurfaceResource?, WlSurfaceResource?) -> Void = { _, _ in }
    /// Called when a client shows or hides the cursor, with the surface under it.
    var onCursor: (_ isShown: Bool, WlSurfaceResource?) -> Void = { _, _ in }

    init(_ display: ServerDisplay, _ devices: [FakeOffer.Device]) throws {
        self.display = display
        self.devices = devices
        keymap = try Keymap()
    }

    func serve(_ seat: WlSeatResource) {
        seats.append(seat)
        seat.onDestroy = { [unowned self, unowned seat] in seats.removeAll { $0 === seat } }
        var capabilities: WlSeat.Capability = []
        if devices.contains(.pointer) { capabilities.insert(.pointer) }
        if devices.contains(.keyboard) { capabilities.insert(.keyboard) }
        if devices.contains(.touch) { capabilities.insert(.touch) }
        seat.sendCapabilities(capabilities: capabilities)
        seat.sendName(name: "seat-fake")
        seat.onRequest = { [unowned self] request in
            switch request {
            case .getKeyboard(let keyboard): adopt(keyboard)
            case .getPointer(let pointer):
                pointers.append(pointer)
                pointer.onRequest = { [unowned self] in
                    guard case .setCursor(_, let image, _, _) = $0 else { return }
                    onCursor(image != nil, pointerFocus)
                }
                pointer.onDestroy = { [unowned self, unowned pointer] in pointers.removeAll { $0 === pointer } }
            case .getTouch(let touch):
                touches.append(touch)
                touch.onDestroy = { [unowned self, unowned touch] in touches.removeAll { $0 === touch } }
            case .release: break
            }
        }
    }

    private func adopt(_ keyboard: WlKeyboardResource) {
        keyboards.append(keyboard)
        keyboard.onDestroy = { [unowned self, unowned keyboard] in keyboards.removeAll { $0 === keyboard } }
        try? keymap.share { keyboard.sendKeymap(format: .xkbV1, fd: $0, size: $1) }
        keyboard.sendRepeatInfo(rate: 25, delay: 600)
    }

    /// Removes all devices, without leave or release events.
    func unplug() {
        for seat in seats { seat.sendCapabilities(capabilities: []) }
        (pointerFocus, keyboardFocus, held) = (nil, nil, nil)
    }

    /// Takes a press that still holds over from its client, for an interactive move or resize: the pointer leaves the
    /// surface, and neither motions nor the release are sent.
    /// - Parameter ended: receives, once the press has ended, whether it was the pointer's.
    /// - Returns: false if no press on this surface with this serial holds.
    func grab(
        _ surface: WlSurfaceResource, serial: UInt32, ended: @escaping (_ isPointer: Bool) -> Void
    ) -> Bool {
        guard let held, held.serial == serial, held.surface === surface, onGrabEnd == nil else { return false }
        onGrabEnd = ended
        if held.finger == nil { movePointer(over: nil, x: 0, y: 0) }
        return true
    }

    private func endGrab() {
        let (ended, isPointer) = (onGrabEnd, held?.finger == nil)
        (onGrabEnd, held) = (nil, nil)
        ended?(isPointer)
    }

    /// Forgets a surface that has ended.
    func forget(_ surface: WlSurfaceResource) {
        if keyboardFocus === surface { keyboardFocus = nil }
        if pointerFocus === surface { pointerFocus = nil }
        if held?.surface === surface { endGrab() }
    }

    var pointedSurface: WlSurfaceResource? { pointerFocus }

    func hasKeyboard(_ surface: WlSurfaceResource) -> Bool { keyboardFocus === surface }

    func focusKeyboard(on surface: WlSurfaceResource?) {
        guard keyboardFocus !== surface else { return }
        let former = keyboardFocus
        if let old = former {
            for keyboard in keyboards where keyboard.client == old.client {
                keyboard.sendLeave(serial: display.nextSerial(), surface: old)
            }
        }
        defer { onKeyboardFocus(former, surface) }
        keyboardFocus = surface
        guard let surface else { return }
        for keyboard in keyboards where keyboard.client == surface.client {
            keyboard.sendEnter(serial: display.nextSerial(), surface: surface, keys: [])
            keyboard.sendModifiers(
                serial: display.nextSerial(), modsDepressed: 0, modsLatched: 0, modsLocked: 0, group: 0)
        }
    }

    func press(_ name: String, modifiers: [String]) {
        guard let key = try? keymap.key(named: name), let surface = keyboardFocus else { return }
        let mask = modifiers.reduce(UInt32(0)) { $0 | keymap.mask(of: $1) }
        for keyboard in keyboards where keyboard.client == surface.client {
            keyboard.sendModifiers(
                serial: display.nextSerial(), modsDepressed: mask, modsLatched: 0, modsLocked: 0, group: 0)
            for state in [WlKeyboard.KeyState.pressed, .released] {
                keyboard.sendKey(
                    serial: display.nextSerial(), time: MonotonicClock.milliseconds, key: key.code, state: state)
            }
            keyboard.sendModifiers(
                serial: display.nextSerial(), modsDepressed: 0, modsLatched: 0, modsLocked: 0, group: 0)
        }
    }

    /// Sends held modifiers to the client under the pointer, as mutter and KWin do.
    func hold(modifiers: [String]) {
        guard let surface = pointerFocus else { return }
        let mask = modifiers.reduce(UInt32(0)) { $0 | keymap.mask(of: $1) }
        for keyboard in keyboards where keyboard.client == surface.client {
            keyboard.sendModifiers(
                serial: display.nextSerial(), modsDepressed: mask, modsLatched: 0, modsLocked: 0, group: 0)
        }
    }

    func movePointer(over surface: WlSurfaceResource?, x: Double, y: Double) {
        if let old = pointerFocus, old !== surface {
            for pointer in pointers where pointer.client == old.client {
                pointer.sendLeave(serial: display.nextSerial(), surface: old)
                pointer.sendFrame()
            }
        }
        let entered = pointerFocus !== surface
        pointerFocus = surface
        guard let surface else { return }
        for pointer in pointers where pointer.client == surface.client {
            if entered {
                pointer.sendEnter(serial: display.nextSerial(), surface: surface, surfaceX: x, surfaceY: y)
            } else {
                pointer.sendMotion(time: MonotonicClock.milliseconds, surfaceX: x, surfaceY: y)
            }
            pointer.sendFrame()
        }
    }

    func button(_ code: UInt32, pressed: Bool) {
        if onGrabEnd != nil {
            if !pressed { endGrab() }
            return
        }
        guard let surface = pointerFocus else { return }
        let serial = display.nextSerial()
        held = pressed ? (serial, surface, nil) : nil
        for pointer in pointers where pointer.client == surface.client {
            pointer.sendButton(
                serial: serial, time: MonotonicClock.milliseconds, button: code,
                state: pressed ? .pressed : .released)
            pointer.sendFrame()
        }
    }

    func touch(_ event: FakeCompositor.Touch, on surface: WlSurfaceResource) {
        let time = MonotonicClock.milliseconds
        let serial = display.nextSerial()
        if onGrabEnd != nil {
            if case .up = event { endGrab() }
            return
        }
        switch event {
        case .down(let finger, _, _): held = (serial, surface, finger)
        case .up, .cancelled: held = nil
        case .moved: break
        }
        for touch in touches where touch.client == surface.client {
            switch event {
            case .down(let finger, let x, let y):
                touch.sendDown(
                    serial: serial, time: time, surface: surface, id: Int32(finger), x: x, y: y)
            case .moved(let finger, let x, let y): touch.sendMotion(time: time, id: Int32(finger), x: x, y: y)
            case .up(let finger): touch.sendUp(serial: display.nextSerial(), time: time, id: Int32(finger))
            case .cancelled:
                touch.sendCancel()
                continue
            }
            touch.sendFrame()
        }
    }
}
