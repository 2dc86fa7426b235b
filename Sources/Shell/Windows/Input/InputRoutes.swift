import OrielWayland

/// Routes the seats' keyboard, pointer, touch and drop events to the inputs of the surfaces that they are for.
@MainActor
final class InputRoutes {
    private var inputs: [ObjectIdentifier: any InputTarget] = [:]
    /// The open menu, and the surface that it belongs to. It takes all keys, and a press beside it closes it.
    private var menu: (menu: SurfaceMenu, owner: Surface)?
    /// Called with the surface that got the keyboard focus; nil if none of this process has it. A menu's focus counts
    /// as its owner's.
    var onKeyboardFocus: (Surface?) -> Void = { _ in }

    func register(_ input: any InputTarget, for surface: Surface) { inputs[ObjectIdentifier(surface)] = input }
    func unregister(_ surface: Surface) { inputs[ObjectIdentifier(surface)] = nil }

    /// Routes events to a menu until it closes; another one that is open closes.
    func open(_ menu: SurfaceMenu, of owner: Surface) {
        self.menu?.menu.close()
        register(menu, for: menu.surface)
        self.menu = (menu, owner)
    }

    /// Forgets a menu that closes.
    func closed(_ menu: SurfaceMenu) {
        unregister(menu.surface)
        if self.menu?.menu === menu { self.menu = nil }
    }

    /// Routes a seat's events from now on.
    func listen(to seat: Seat) {
        seat.onKey = { [weak self, unowned seat] event, surface in
            (self?.menu?.menu ?? self?.inputs[ObjectIdentifier(surface)])?.key(event, seat)
        }
        seat.onPointer = { [weak self, unowned seat] frame in
            guard let self, let surface = frame.surface, !closesMenu(frame, on: surface) else { return }
            inputs[ObjectIdentifier(surface)]?.pointer(frame, seat)
        }
        seat.wantsDrop = { [weak self] surface in self?.inputs[ObjectIdentifier(surface)]?.acceptsDrops == true }
        seat.onDrop = { [weak self] text, surface in self?.inputs[ObjectIdentifier(surface)]?.dropped(text) }
        seat.onKeyboardFocus = { [weak self] surface in self?.focusMoved(to: surface) }
        // A finger belongs to the surface that it touched first, until it is lifted.
        var touched: [Int: ObjectIdentifier] = [:]
        seat.onTouch = { [weak self, unowned seat] events in
            guard let self else { return }
            for event in events {
                switch event {
                case .down(let finger, let surface, _, _, _, _):
                    guard let surface, !closesMenu(by: surface) else { continue }
                    touched[finger] = ObjectIdentifier(surface)
                    inputs[ObjectIdentifier(surface)]?.touch(event, seat)
                case .motion(let finger, _, _, _): touched[finger].flatMap { inputs[$0] }?.touch(event, seat)
                case .up(let finger, _, _):
                    touched.removeValue(forKey: finger).flatMap { inputs[$0] }?.touch(event, seat)
                case .cancel:
                    for surface in Set(touched.values) { inputs[surface]?.touch(event, seat) }
                    touched = [:]
                }
            }
        }
    }

    private func closesMenu(_ frame: PointerFrame, on surface: Surface) -> Bool {
        frame.events.contains { if case .button(_, true, _, _) = $0 { true } else { false } } && closesMenu(by: surface)
    }

    /// Closes an open menu, because another surface was pressed: the compositor dismisses it only for presses on other
    /// programs' surfaces.
    /// - Returns: whether a menu was open; the press is for nothing else then.
    private func closesMenu(by surface: Surface) -> Bool {
        guard let menu, menu.menu.surface !== surface else { return false }
        menu.menu.close()
        return true
    }

    /// Ends held keys on the other surfaces, and reports the focus.
    func focusMoved(to surface: Surface?) {
        let focused = surface.map { ObjectIdentifier($0) }
        for (key, input) in inputs where key != focused { input.keyboardLeft() }
        onKeyboardFocus(surface.map { menu?.menu.surface === $0 ? menu?.owner ?? $0 : $0 })
    }
}
