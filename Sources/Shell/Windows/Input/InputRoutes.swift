import OrielWayland

/// Routes the seats' keyboard, pointer, touch and drop events to the inputs of the surfaces that they are for.
@MainActor
final class InputRoutes {
    private var inputs: [ObjectIdentifier: SurfaceInput] = [:]
    /// Called with the surface that got the keyboard focus; nil if none of this process has it.
    var onKeyboardFocus: (Surface?) -> Void = { _ in }

    func register(_ input: SurfaceInput, for surface: Surface) { inputs[ObjectIdentifier(surface)] = input }
    func unregister(_ surface: Surface) { inputs[ObjectIdentifier(surface)] = nil }

    /// Routes a seat's events from now on.
    func listen(to seat: Seat) {
        seat.onKey = { [weak self, unowned seat] event, surface in
            self?.inputs[ObjectIdentifier(surface)]?.key(event, seat)
        }
        seat.onPointer = { [weak self, unowned seat] frame in
            guard let surface = frame.surface else { return }
            self?.inputs[ObjectIdentifier(surface)]?.pointer(frame, seat)
        }
        seat.wantsDrop = { [weak self] surface in self?.inputs[ObjectIdentifier(surface)]?.acceptsDrops == true }
        seat.onDrop = { [weak self] text, surface in self?.inputs[ObjectIdentifier(surface)]?.dropped(text) }
        seat.onKeyboardFocus = { [weak self] surface in self?.focusMoved(to: surface) }
        // A finger belongs to the surface that it touched first, until it is lifted.
        var touched: [Int: ObjectIdentifier] = [:]
        seat.onTouch = { [weak self, unowned seat] events in
            for event in events {
                switch event {
                case .down(let finger, let surface, let x, let y, let serial, let time):
                    guard let surface else { continue }
                    touched[finger] = ObjectIdentifier(surface)
                    self?.inputs[ObjectIdentifier(surface)]?
                        .fingerDown(finger, x: x, y: y, serial: serial, at: time, seat)
                case .motion(let finger, let x, let y, let time):
                    touched[finger].flatMap { self?.inputs[$0] }?.fingerMoved(finger, x: x, y: y, at: time, seat)
                case .up(let finger, _, let time):
                    touched.removeValue(forKey: finger).flatMap { self?.inputs[$0] }?.fingerUp(finger, at: time, seat)
                case .cancel:
                    for surface in Set(touched.values) { self?.inputs[surface]?.fingersCancelled(seat) }
                    touched = [:]
                }
            }
        }
    }

    /// Ends held keys on the other surfaces, and reports the focus.
    func focusMoved(to surface: Surface?) {
        let focused = surface.map { ObjectIdentifier($0) }
        for (key, input) in inputs where key != focused { input.keyboardLeft() }
        onKeyboardFocus(surface)
    }
}
