package import OrielGeometry

/// Turns a pointer's buttons and motion over one surface, or a finger's, into what the person means. Pure: times and
/// positions come in, intents go out.
package struct PointerGestures: Hashable, Sendable {
    /// Buttons as linux/input-event-codes.h numbers them.
    package enum Button: UInt32, Sendable { case left = 0x110, right = 0x111, middle = 0x112 }

    package enum Intent: Hashable, Sendable {
        /// A drag of the picture began; the button is still down.
        case beginMove
        /// A drag from an edge or a corner began.
        case beginResize(Edges)
        /// The pointer went so far, in surface-local pixels, since the last drag, with the button down.
        case drag(dx: Double, dy: Double)
        /// The drag is over; how fast the hand was when it let go.
        case endDrag(Velocity)
        /// A press that was let go where it was.
        case click
        case doubleClick
        case middleClick
    }

    /// How far a pressed pointer goes before it is a drag, in logical pixels.
    private let dragThreshold: Double
    /// The longest time between the presses of a double click, and how far apart they may be.
    static let doubleClickTime = Duration.milliseconds(400)
    private let doubleClickDistance: Double
    /// How close to an edge a press resizes.
    package static let edgeMargin = 10.0

    private struct Press: Hashable, Sendable {
        var time: Duration
        var x: Double
        var y: Double
        var edges: Edges
    }

    private var pressed: Press?
    private var lastClick: Press?
    private var travelX = 0.0
    private var travelY = 0.0
    private var isDragging = false
    private var hand = HandVelocity()

    /// - Parameter isTouch: for a finger, which is neither as still nor as exact.
    package init(isTouch: Bool = false) {
        dragThreshold = isTouch ? 8 : 4
        doubleClickDistance = isTouch ? 24 : 8
    }

    package var isPressed: Bool { pressed != nil }
    /// Letting go now would be a click.
    package var isClick: Bool { pressed != nil && !isDragging }

    /// - Parameters:
    ///   - time: of the event, any epoch, ascending.
    ///   - x: surface-local.
    ///   - size: of the surface; nil or empty where it has no edges to resize by (full screen).
    package mutating func press(
        _ button: Button, at time: Duration, x: Double, y: Double, in size: Size?
    ) -> [Intent] {
        switch button {
        case .middle: return [.middleClick]
        case .right: return []
        case .left: break
        }
        let edges = size.map { Edges(near: x, y, in: $0, margin: Self.edgeMargin) } ?? []
        let press = Press(time: time, x: x, y: y, edges: edges)
        if let last = lastClick, time - last.time <= Self.doubleClickTime,
            abs(last.x - x) <= doubleClickDistance, abs(last.y - y) <= doubleClickDistance
        {
            lastClick = nil
            pressed = nil
            return [.doubleClick]
        }
        pressed = press
        travelX = 0
        travelY = 0
        isDragging = false
        hand = HandVelocity()
        return []
    }

    /// The pointer moved by (`dx`, `dy`); deltas, because surface-local positions mean different things in different
    /// compositors while the surface itself moves.
    package mutating func move(dx: Double, dy: Double, at time: Duration) -> [Intent] {
        guard let pressed else { return [] }
        hand.add(dx: dx, dy: dy, at: time)
        travelX += dx
        travelY += dy
        if isDragging { return [.drag(dx: dx, dy: dy)] }
        guard travelX.magnitude >= dragThreshold || travelY.magnitude >= dragThreshold else { return [] }
        isDragging = true
        lastClick = nil
        return [
            pressed.edges.isEmpty ? .beginMove : .beginResize(pressed.edges), .drag(dx: travelX, dy: travelY),
        ]
    }

    package mutating func release(_ button: Button, at time: Duration) -> [Intent] {
        guard button == .left, let press = pressed else { return [] }
        pressed = nil
        guard isDragging else {
            lastClick = press
            return [.click]
        }
        isDragging = false
        return [.endDrag(hand.velocity(at: time))]
    }

    /// A press was meant for something else: with none before it does it make a double click.
    package mutating func forget() {
        pressed = nil
        lastClick = nil
    }

    /// The pointer left, or the compositor took the grab over: whatever was pressed is forgotten.
    package mutating func cancel() -> [Intent] {
        defer {
            pressed = nil
            isDragging = false
        }
        return isDragging ? [.endDrag(.zero)] : []
    }
}
