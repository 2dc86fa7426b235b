import OrielWaylandProtocols

/// A seat's touch screen (`wl_touch`): events grouped by frame.
final class Touch {
    private let object: WlTouch
    private unowned let seat: Seat
    private var pending: [TouchEvent] = []

    init(_ object: WlTouch, seat: Seat) {
        self.object = object
        self.seat = seat
        object.onEvent = { [weak self] in self?.receive($0) }
    }

    func end() { if object.supportsRelease { object.release() } else { object.abandon() } }

    private func receive(_ event: WlTouch.Event) {
        switch event {
        case .down(let serial, let time, let surface, let id, let x, let y):
            pending.append(
                .down(
                    id: Int(id), surface: seat.globals?.surfaces.surface(for: surface), x: x, y: y, serial: serial,
                    time: .milliseconds(time)))
        case .up(let serial, let time, let id):
            pending.append(.up(id: Int(id), serial: serial, time: .milliseconds(time)))
        case .motion(let time, let id, let x, let y):
            pending.append(.motion(id: Int(id), x: x, y: y, time: .milliseconds(time)))
        case .frame: deliver()
        case .cancel:
            pending.append(.cancel)
            deliver()
        default: break
        }
    }

    private func deliver() {
        guard !pending.isEmpty else { return }
        let events = pending
        pending = []
        seat.onTouch?(events)
    }
}
