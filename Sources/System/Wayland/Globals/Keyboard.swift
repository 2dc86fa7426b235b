import Glibc
import Logging
import OrielPlatform
import OrielWaylandProtocols

/// A seat's keyboard (`wl_keyboard`): keymap, modifiers, key repeat.
final class Keyboard {
    private let object: WlKeyboard
    private unowned let seat: Seat
    private var keymap: Keymap?
    private var layout: UInt32 = 0
    private(set) var focus: WlSurface?
    /// Repeats per second; 0 turns repeat off.
    private var rate: Int32 = 25
    private var delay: Int32 = 600
    private var repeating: (event: KeyEvent, timer: EventLoop.Token, due: Duration)?

    init(_ object: WlKeyboard, seat: Seat) {
        self.object = object
        self.seat = seat
        object.onEvent = { [weak self] in self?.receive($0) }
    }

    /// Modifiers currently held, as far as the compositor reports them.
    var modifiers: KeyEvent.Modifiers { keymap?.modifiers ?? [] }

    func end() {
        stopRepeating()
        if object.supportsRelease { object.release() } else { object.abandon() }
    }

    private func receive(_ event: WlKeyboard.Event) {
        switch event {
        case .keymap(let format, let descriptor, let size):
            load(format, descriptor, size)
            close(descriptor)
        case .enter(_, let surface, _):
            focus = surface
            seat.keyboardFocusChanged(to: surface)
        case .leave:
            stopRepeating()
            focus = nil
            // Held modifiers count as released until the compositor sends new ones.
            keymap?.setModifiers(depressed: 0, latched: 0, locked: 0, layout: layout)
            seat.keyboardFocusChanged(to: nil)
        case .key(let serial, let time, let key, let state):
            self.key(serial: serial, time: .milliseconds(time), code: key, state: state)
        case .modifiers(_, let depressed, let latched, let locked, let group):
            layout = group
            keymap?.setModifiers(depressed: depressed, latched: latched, locked: locked, layout: group)
        case .repeatInfo(let rate, let delay):
            self.rate = max(0, min(1000, rate))
            self.delay = max(0, delay)
            if self.rate == 0 { stopRepeating() }
        }
    }

    private func load(_ format: WlKeyboard.KeymapFormat, _ descriptor: CInt, _ size: UInt32) {
        stopRepeating()
        keymap = nil
        guard format == .xkbV1 else { return }
        guard let text = Keymap.text(of: descriptor, size: size), let loaded = Keymap(text) else {
            WaylandLog.logger.warning("the compositor's keymap can't be read, so the keyboard types nothing")
            return
        }
        keymap = loaded
    }

    private func key(serial: UInt32, time: Duration, code: UInt32, state: WlKeyboard.KeyState) {
        guard let keymap else { return }
        let keysym = keymap.keysym(code)
        let event = KeyEvent(
            phase: state == .released ? .released : .pressed, keysym: keysym, name: Keymap.name(of: keysym),
            baseName: Keymap.name(of: keymap.baseKeysym(code)), latinName: Keymap.name(of: keymap.latinKeysym(code)),
            text: state == .released ? "" : keymap.text(code), modifiers: keymap.modifiers, serial: serial, time: time,
            code: code)
        switch state {
        case .released: if repeating?.event.code == code { stopRepeating() }
        case .pressed: if keymap.repeats(code) { startRepeating(event) }
        // The compositor repeats keys itself (`wl_keyboard` version 10).
        case .unknown(2):
            var repeated = event
            repeated.phase = .repeated
            return seat.deliver(repeated, on: focus)
        case .unknown: return
        }
        seat.deliver(event, on: focus)
    }

    // MARK: Repetition

    private func startRepeating(_ event: KeyEvent) {
        stopRepeating()
        guard rate > 0, let loop = seat.loop else { return }
        var event = event
        event.phase = .repeated
        schedule(event, at: MonotonicClock.now + .milliseconds(delay), on: loop)
    }

    private func schedule(_ event: KeyEvent, at due: Duration, on loop: EventLoop) {
        let timer = loop.schedule(at: due) { [weak self] in self?.fire() }
        repeating = (event, timer, due)
    }

    private func fire() {
        guard let (event, _, due) = repeating, let loop = seat.loop, rate > 0 else { return }
        // Counted from the due time, so that the rate holds; repeats that a busy loop missed are skipped.
        let next = max(due + .seconds(1) / Int(rate), MonotonicClock.now)
        schedule(event, at: next, on: loop)
        seat.deliver(event, on: focus)
    }

    func stopRepeating() {
        if let repeating { seat.loop?.remove(repeating.timer) }
        repeating = nil
    }
}
