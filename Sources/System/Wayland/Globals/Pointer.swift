import OrielWaylandProtocols

/// A seat's pointer (`wl_pointer`): events grouped by frame, relative motion, cursor.
final class Pointer {
    private let object: WlPointer
    private let relative: ZwpRelativePointerV1?
    private unowned let seat: Seat
    private let cursor: Cursor
    private var focus: WlSurface?
    private var enterSerial: UInt32?
    private var x = 0.0
    private var y = 0.0
    private var pending: [PointerEvent] = []
    private var scroll: PointerEvent.Scroll?

    init(_ object: WlPointer, seat: Seat, globals: Globals) {
        self.object = object
        self.seat = seat
        cursor = Cursor(globals)
        relative = globals[ZwpRelativePointerManagerV1.self]?.getRelativePointer(pointer: object)
        object.onEvent = { [weak self] in self?.receive($0) }
        relative?.onEvent = { [weak self] event in
            guard case .relativeMotion(let high, let low, let dx, let dy, _, _) = event else { return }
            let time = Duration.microseconds(Int64(clamping: UInt64(high) << 32 | UInt64(low)))
            self?.append(.relativeMotion(dx: dx, dy: dy, time: time))
        }
    }

    /// Ends the pointer after its removal; its surface gets a `leave` event first.
    func end() {
        if enterSerial != nil {
            enterSerial = nil
            pending.append(.leave)
            deliver()
        }
        relative?.destroy()
        cursor.destroy()
        if object.supportsRelease { object.release() } else { object.abandon() }
    }

    func show(_ shape: CursorShape, scale: Int) {
        guard let enterSerial else { return }
        cursor.show(shape, scale: scale) { surface, x, y in
            object.setCursor(serial: enterSerial, surface: surface, hotspotX: x, hotspotY: y)
        }
    }

    private func receive(_ event: WlPointer.Event) {
        switch event {
        case .enter(let serial, let surface, let x, let y):
            enterSerial = serial
            focus = surface
            (self.x, self.y) = (x, y)
            append(.enter(serial: serial))
            // The cursor is undefined after `enter` until the client sets it.
            seat.showCursor()
        case .leave:
            enterSerial = nil
            append(.leave)
        // The frame with `leave` still names the surface; later ones don't.
        case .motion(let time, let x, let y):
            (self.x, self.y) = (x, y)
            append(.motion(x: x, y: y, time: .milliseconds(time)))
        case .button(let serial, let time, let button, let state):
            append(
                .button(code: button, isPressed: state == .pressed, serial: serial, time: .milliseconds(time)))
        case .axis(let time, .verticalScroll, let value):
            withScroll { scroll in
                scroll.time = .milliseconds(time)
                scroll.dy += value
            }
        case .axisDiscrete(.verticalScroll, let steps): withScroll { $0.stepsY += Double(steps) }
        case .axisValue120(.verticalScroll, let value): withScroll { $0.stepsY += Double(value) / 120 }
        case .axisStop(let time, _):
            withScroll { scroll in
                scroll.time = .milliseconds(time)
                scroll.isStop = true
            }
        case .frame: deliver()
        // The other axis, `axis_source` and events of newer versions.
        default: break
        }
    }

    private func append(_ event: PointerEvent) {
        pending.append(event)
        // Versions below 5 have no `frame` event.
        if object.version < 5 { deliver() }
    }

    private func withScroll(_ body: (inout PointerEvent.Scroll) -> Void) {
        var value = scroll ?? PointerEvent.Scroll()
        body(&value)
        scroll = value
        if object.version < 5 { deliver() }
    }

    private func deliver() {
        if let scroll { pending.append(.scroll(scroll)) }
        scroll = nil
        guard !pending.isEmpty else { return }
        let events = pending
        pending = []
        let frame = PointerFrame(surface: seat.globals?.surfaces.surface(for: focus), x: x, y: y, events: events)
        if enterSerial == nil { focus = nil }
        seat.onPointer?(frame)
    }
}
