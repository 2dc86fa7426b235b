import OrielGeometry
import OrielPlatform
import OrielWayland

/// What a person does to one surface: keys become actions, what the pointer or a finger does becomes intents. Registered
/// with the desktop while it lives, which hands it the seats' events for its surface.
@MainActor
final class SurfaceInput {
    /// Where an intent came from, for requests that need a seat and a serial.
    struct Origin {
        let seat: Seat
        let serial: UInt32
    }

    private let picture: PictureSurface
    private weak var desktop: Desktop?
    private let keys: KeyBindings
    private let resizes: () -> Bool
    private let onAction: (PlayerAction, Origin) -> Void
    private let onIntent: (PointerGestures.Intent, Origin) -> Void
    private var gestures = PointerGestures()
    private var touches = PointerGestures(isTouch: true)
    /// The one that drags or taps.
    private var finger: Int?
    private var fingerX = 0.0
    private var fingerY = 0.0
    private var lastPress: UInt32 = 0
    private var hasRelativeMotion = false
    private var x = 0.0
    private var y = 0.0

    /// - Parameter resizes: whether the surface's edges resize it now.
    init(
        picture: PictureSurface, desktop: Desktop, keys: KeyBindings, resizes: @escaping () -> Bool,
        onAction: @escaping (PlayerAction, Origin) -> Void,
        onIntent: @escaping (PointerGestures.Intent, Origin) -> Void
    ) {
        self.picture = picture
        self.desktop = desktop
        self.keys = keys
        self.resizes = resizes
        self.onAction = onAction
        self.onIntent = onIntent
        desktop.register(self, for: picture.surface)
    }

    func finish() { desktop?.unregister(picture.surface) }

    func key(_ event: KeyEvent, _ seat: Seat) {
        guard event.phase != .released else { return }
        let modifiers = KeyChord.Modifiers(rawValue: event.modifiers.rawValue)
        guard let action = keys.action(names: [event.name, event.baseName, event.latinName], modifiers: modifiers)
        else {
            return
        }
        // What starts a transition or ends the player happens once per press.
        if event.phase == .repeated, !action.repeats { return }
        onAction(action, Origin(seat: seat, serial: event.serial))
    }

    func pointer(_ frame: PointerFrame, _ seat: Seat) {
        // Once and for all: a position that comes alone may be the surface's own movement under a pointer that stands still.
        hasRelativeMotion =
            hasRelativeMotion || frame.events.contains { if case .relativeMotion = $0 { true } else { false } }
        for event in frame.events {
            switch event {
            case .enter:
                (x, y) = (frame.x, frame.y)
                _ = gestures.cancel()
            case .leave:
                // A compositor without a grab (phoc) lets a fast pointer run out of the surface that follows it.
                emit(gestures.cancel(), seat)
            case .motion(let newX, let newY, _):
                // Without relative motion the positions must do; they are right wherever the surface stands still.
                if !hasRelativeMotion { emit(gestures.move(dx: newX - x, dy: newY - y), seat) }
                (x, y) = (newX, newY)
            case .relativeMotion(let dx, let dy, _): emit(gestures.move(dx: dx, dy: dy), seat)
            case .button(let code, let isPressed, let serial, let time):
                guard let button = PointerGestures.Button(rawValue: code) else { continue }
                if isPressed {
                    lastPress = serial
                    let size = resizes() ? picture.size : nil
                    emit(gestures.press(button, at: time, x: x, y: y, in: size), seat)
                } else {
                    emit(gestures.release(button), seat)
                }
            case .scroll: break
            }
        }
        if !gestures.isPressed { seat.cursor = cursor }
    }

    /// Places are surface-local, taken as if the surface stayed where it was when the finger came down, which is what most
    /// compositors send while the surface follows it.
    func fingerDown(_ id: Int, x: Double, y: Double, serial: UInt32, at time: Duration, _ seat: Seat) {
        guard finger == nil else {
            // A second one means something else than a drag.
            finger = nil
            return emit(touches.cancel(), seat)
        }
        finger = id
        (fingerX, fingerY) = (x, y)
        lastPress = serial
        emit(touches.press(.left, at: time, x: x, y: y, in: nil), seat)
    }

    func fingerMoved(_ id: Int, x: Double, y: Double, _ seat: Seat) {
        guard id == finger else { return }
        emit(touches.move(dx: x - fingerX, dy: y - fingerY), seat)
        (fingerX, fingerY) = (x, y)
    }

    func fingerUp(_ id: Int, _ seat: Seat) {
        guard id == finger else { return }
        finger = nil
        emit(touches.release(.left), seat)
    }

    /// The compositor took the fingers for a gesture of its own.
    func fingersCancelled(_ seat: Seat) {
        finger = nil
        emit(touches.cancel(), seat)
    }

    private var cursor: CursorShape {
        let edges = resizes() ? Edges(near: x, y, in: picture.size, margin: PointerGestures.edgeMargin) : []
        return edges.isEmpty ? .standard : .resize(edges)
    }

    private func emit(_ intents: [PointerGestures.Intent], _ seat: Seat) {
        for intent in intents { onIntent(intent, Origin(seat: seat, serial: lastPress)) }
    }
}

extension PlayerAction {
    /// Whether holding the key down goes on with it.
    fileprivate var repeats: Bool {
        switch self {
        case .seekBackward, .seekForward, .seekFarBackward, .seekFarForward, .frameStep, .frameStepBack, .slower,
            .faster, .volumeUp, .volumeDown, .audioLater, .audioEarlier, .subtitlesLater, .subtitlesEarlier,
            .subtitlesLarger, .subtitlesSmaller, .subtitlesHigher, .subtitlesLower:
            true
        default: false
        }
    }
}
