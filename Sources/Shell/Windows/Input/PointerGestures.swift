package import OrielGeometry

/// Recognizes clicks, drags and resizes in the events of a pointer or a finger on one surface. Pure: times and
/// positions go in, intents come out.
package struct PointerGestures: Hashable, Sendable {
    /// Buttons as linux/input-event-codes.h numbers them.
    package enum Button: UInt32, Sendable { case left = 0x110, right = 0x111, middle = 0x112 }

    /// A recognized gesture, or a step of one.
    package enum Intent: Hashable, Sendable {
        /// A drag of the picture began; the button is still down.
        case beginMove
        /// A drag from an edge or a corner began.
        case beginResize(Edges)
        /// The pointer moved by this distance since the last drag, in surface-local pixels, with the button down.
        case drag(dx: Double, dy: Double)
        /// The drag ended, with the pointer's velocity at the release.
        case endDrag(Velocity)
        /// A press was released without a drag.
        case click
        case doubleClick
        case middleClick
    }

    /// Distance after which a press becomes a drag, in logical pixels.
    private let dragThreshold: Double
    /// Maximum time between the presses of a double click.
    static let doubleClickTime = Duration.milliseconds(400)
    /// Maximum distance between the presses of a double click, in logical pixels.
    private let doubleClickDistance: Double
    /// Distance from an edge within which a press resizes, in logical pixels.
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

    /// - Parameter isTouch: true for a finger, which is less still and less exact than a pointer.
    package init(isTouch: Bool = false) {
        dragThreshold = isTouch ? 8 : 4
        doubleClickDistance = isTouch ? 24 : 8
    }

    package var isPressed: Bool { pressed != nil }
    /// A release now would be a click.
    package var isClick: Bool { pressed != nil && !isDragging }

    /// Handles a press.
    /// - Parameters:
    ///   - button: the button; a finger counts as the left one.
    ///   - time: the event's time, ascending, with any epoch.
    ///   - x: position in surface-local pixels, as `y`.
    ///   - size: the surface's size; nil or empty if it can't be resized at its edges (full screen).
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

    /// Handles a motion by (`dx`, `dy`) in surface-local pixels. It takes deltas, because compositors differ in the
    /// surface-local positions that they report while the surface itself moves.
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

    /// Handles a release: ends a drag, or makes a click.
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

    /// Forgets the presses so far, because one was taken by something else: the next press makes no double click with
    /// it.
    package mutating func forget() {
        pressed = nil
        lastClick = nil
    }

    /// Cancels a press, because the pointer left or the compositor took the grab over. It ends a drag without velocity.
    package mutating func cancel() -> [Intent] {
        defer {
            pressed = nil
            isDragging = false
        }
        return isDragging ? [.endDrag(.zero)] : []
    }
}
