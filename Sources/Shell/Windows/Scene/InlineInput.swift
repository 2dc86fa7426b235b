import OrielGeometry
import OrielPlatform
import OrielSurfaces
import OrielWayland

/// Input that an app forwards to a picture inside its surface. It exists from the first event on until the picture
/// leaves the surface.
@MainActor
final class InlineInput {
    let input: SurfaceInput
    private let surface: Surface
    /// The pointer is on the picture.
    private var hasPointer = false
    private var position = (x: 0.0, y: 0.0)

    init(_ input: SurfaceInput, on picture: PictureSurface) {
        self.input = input
        surface = picture.surface
    }

    /// Handles an event.
    /// - Parameter frame: the picture's rectangle in the coordinates of the event.
    /// - Returns: whether the event has a meaning here. A press beside the controls has none.
    func handle(_ event: ForwardedInput, in frame: Rect) -> Bool {
        let now = MonotonicClock.now
        switch event {
        case .pointerMoved(let x, let y):
            guard x.isFinite, y.isFinite else { return false }
            return pointerMoved(x - Double(frame.x), y - Double(frame.y), in: frame.size, at: now)
        case .pointerLeft: return pointerLeft()
        case .pointerButton(let code, let isPressed):
            guard hasPointer else { return false }
            let wasOnControl = input.isOnControl
            pass([.button(code: code, isPressed: isPressed, serial: 0, time: now)])
            return wasOnControl || input.isOnControl
        case .touchBegan(let id, let x, let y):
            guard x.isFinite, y.isFinite else { return false }
            let (x, y) = (x - Double(frame.x), y - Double(frame.y))
            input.touch(.down(id: id, surface: surface, x: x, y: y, serial: 0, time: now), nil)
        case .touchMoved(let id, let x, let y):
            guard x.isFinite, y.isFinite else { return false }
            input.touch(.motion(id: id, x: x - Double(frame.x), y: y - Double(frame.y), time: now), nil)
        case .touchEnded(let id): input.touch(.up(id: id, serial: 0, time: now), nil)
        case .touchesCancelled: input.touch(.cancel, nil)
        case .keyPressed(let keysym, let modifiers, let isRepeated):
            return key(
                KeyEvent(
                    keysym, KeyEvent.Modifiers(rawValue: modifiers.rawValue), isRepeated ? .repeated : .pressed, now))
        case .keyReleased(let keysym, let modifiers):
            return key(KeyEvent(keysym, KeyEvent.Modifiers(rawValue: modifiers.rawValue), .released, now))
        case .keyboardLeft: input.keyboardLeft()
        }
        return true
    }

    private func pointerMoved(_ x: Double, _ y: Double, in size: Size, at now: Duration) -> Bool {
        let isInside = x >= 0 && y >= 0 && x < Double(size.width) && y < Double(size.height)
        guard isInside || input.isPressed else { return pointerLeft() }
        position = (x, y)
        let motion = PointerEvent.motion(x: x, y: y, time: now)
        pass(hasPointer ? [motion] : [.enter(serial: 0), motion])
        hasPointer = true
        return input.isOnControl
    }

    private func pointerLeft() -> Bool {
        guard hasPointer else { return false }
        hasPointer = false
        pass([.leave])
        return true
    }

    private func pass(_ events: [PointerEvent]) {
        input.pointer(PointerFrame(surface: surface, x: position.x, y: position.y, events: events), nil)
    }

    /// Keys of the window's own are the app's, unless a menu is open or the focused control uses them.
    private func key(_ event: KeyEvent) -> Bool {
        if input.hasMenuInPicture { return input.key(event, nil) }
        return
            switch input.keys.action(
                names: [event.name, event.baseName], modifiers: KeyChord.Modifiers(rawValue: event.modifiers.rawValue))
        {
        case .quit, .open, .paste, .toggleFullscreen, .leaveFullscreen: input.focusedKey(event)
        default: input.key(event, nil)
        }
    }
}
