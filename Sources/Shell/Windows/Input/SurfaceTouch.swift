import OrielPlatform
import OrielPlayer
import OrielSurfaces
import OrielWayland

/// The fingers on one surface of a player. One presses a control or a drawing of the app, or else taps or drags the
/// picture, or opens the menu; two change the volume or the zoom. Positions are surface-local, as if the surface stayed
/// where it was at the touch; most compositors send this while the surface follows the finger.
@MainActor
final class SurfaceTouch {
    private unowned let input: SurfaceInput
    private var gestures = PointerGestures(isTouch: true)
    /// The finger that drags or taps.
    private var finger: Int?
    /// The finger that holds a control or a content overlay.
    private var holdingFinger: Int?
    /// Two fingers that change the volume or the zoom.
    private var twoFingers: TwoFingers?
    /// Where the last finger was.
    private(set) var place = (x: 0.0, y: 0.0)
    /// The timer of a finger that may be held on the picture.
    private let longPress = LoopTimer()
    /// Time after which a finger that stays where it is opens the menu.
    private static let longPressTime = Duration.milliseconds(500)

    init(_ input: SurfaceInput) { self.input = input }

    func finish() { longPress.cancel() }

    func handle(_ event: TouchEvent, _ seat: Seat?) {
        switch event {
        case .down(let id, _, let x, let y, let serial, let time): down(id, x: x, y: y, serial: serial, at: time, seat)
        case .motion(let id, let x, let y, let time): moved(id, x: x, y: y, at: time, seat)
        case .up(let id, _, let time): up(id, at: time, seat)
        case .cancel: cancelled(seat)
        }
    }

    private func down(_ id: Int, x: Double, y: Double, serial: UInt32, at time: Duration, _ seat: Seat?) {
        guard !StaleInput.contains(time) else { return }
        // A compositor that has taken a finger over for a move of its own need not send the finger's end.
        if id == finger || id == holdingFinger { cancelled(seat) }
        guard finger == nil, holdingFinger == nil, twoFingers == nil else {
            // A second finger turns a drag into a change of volume or zoom. Further fingers are ignored.
            let first = finger.map { ($0, place) }
            finger = nil
            longPress.cancel()
            twoFingers = input.isWithoutControls ? nil : first.map { TwoFingers($0, (id, (x, y))) }
            return input.emit(gestures.cancel(), seat, by: .finger)
        }
        place = (x, y)
        input.lastPress = serial
        input.overlays.hideFocus()
        if let intents = input.controls?.pressed(x, y, isTouch: true) {
            holdingFinger = id
            return input.emit(intents, seat, by: .finger)
        }
        if input.overlays.pressed(x, y, isTouch: true) {
            holdingFinger = id
            return
        }
        finger = id
        input.emit(gestures.press(.left, at: time, x: x, y: y, in: nil), seat, by: .finger)
        longPress.set(on: input.picture.loop, after: Self.longPressTime) { [weak self, weak seat] in self?.held(seat) }
    }

    private func held(_ seat: Seat?) {
        guard finger != nil, gestures.isClick else { return }
        cancelled(seat)
        if input.delegate?.fingerHeld() != true { input.openMenu(at: .finger, seat) }
    }

    private func moved(_ id: Int, x: Double, y: Double, at time: Duration, _ seat: Seat?) {
        switch twoFingers?.moved(id, to: x, y) {
        case .volume(let steps): input.delegate?.receiver?.scroll(-steps, nil)
        case .zoom(let factor, let x, let y):
            place = (x, y)
            input.zoom(at: x, y, seat, by: .finger) { .scale(factor, around: $0) }
        case .some(.none), nil: break
        }
        if id == holdingFinger, input.overlays.isHolding {
            place = (x, y)
            _ = input.overlays.moved(to: x, y)
            return
        }
        if id == holdingFinger, let controls = input.controls {
            return input.emit(controls.moved(to: x, y), seat, by: .finger)
        }
        guard id == finger else { return }
        input.emit(gestures.move(dx: x - place.x, dy: y - place.y, at: time), seat, by: .finger)
        if !gestures.isClick {
            longPress.cancel()
            input.hideControls()
        }
        place = (x, y)
    }

    private func up(_ id: Int, at time: Duration, _ seat: Seat?) {
        if twoFingers?.has(id) == true { twoFingers = nil }
        if id == holdingFinger {
            holdingFinger = nil
            if input.overlays.released(place.x, place.y) { return }
            return input.emit(input.controls?.released(isTouch: true) ?? [], seat, by: .finger)
        }
        guard id == finger else { return }
        finger = nil
        longPress.cancel()
        if gestures.isClick, !input.isWithoutControls { input.controls?.tapped() }
        input.emit(gestures.release(.left, at: time), seat, by: .finger)
    }

    /// Cancels all touches, because the compositor took them for a gesture of its own.
    private func cancelled(_ seat: Seat?) {
        (finger, holdingFinger, twoFingers) = (nil, nil, nil)
        longPress.cancel()
        input.emit(gestures.cancel(), seat, by: .finger)
        input.cancelHold(seat)
    }

    /// Forgets the finger that began a drag, because the compositor has taken the drag over: it may not send the
    /// finger's end.
    func taken() {
        gestures.forget()
        finger = nil
        longPress.cancel()
    }
}
