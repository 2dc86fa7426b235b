public import OrielGeometry
import Glibc
import OrielPlatform
import OrielWaylandProtocols

/// A virtual mouse on a compositor's seat (`zwlr_virtual_pointer_v1`). For one thread. Each method returns when the
/// compositor has received its events.
public final class VirtualPointer {
    public enum Button: UInt32, Sendable {
        // From linux/input-event-codes.h.
        case left = 0x110
        case right = 0x111
        case middle = 0x112
    }

    private let connection: ToolConnection
    private let pointer: ZwlrVirtualPointerV1
    private let extent: Size
    private var place = Point.zero

    /// Adds the mouse to the seat.
    /// - Parameter extent: size of the whole layout for positions of `move`.
    public init(socket: String, extent: Size = Size(width: 1280, height: 720)) throws {
        connection = try ToolConnection(socket: socket)
        self.extent = extent
        let manager = try connection.require(ZwlrVirtualPointerManagerV1.self, version: 1)
        pointer = manager.createVirtualPointer(seat: connection.bind(WlSeat.self, version: 1))
        try connection.roundtrip()
    }

    /// Moves to a position in the layout at once.
    public func move(to target: Point) throws { try move(to: target, at: MonotonicClock.milliseconds) }

    private func move(to target: Point, at time: UInt32) throws {
        place = target
        pointer.motionAbsolute(
            time: time, x: UInt32(clamping: target.x), y: UInt32(clamping: target.y),
            xExtent: UInt32(clamping: extent.width), yExtent: UInt32(clamping: extent.height))
        try finish()
    }

    /// Moves by a distance, as a mouse does.
    public func move(byX dx: Double, y dy: Double) throws {
        pointer.motion(time: MonotonicClock.milliseconds, dx: dx, dy: dy)
        try finish()
    }

    public func press(_ button: Button = .left) throws { try send(button, .pressed) }
    public func release(_ button: Button = .left) throws { try send(button, .released) }

    /// Clicks `count` times at the pointer's position.
    public func click(_ button: Button = .left, count: Int = 1) throws {
        for _ in 0..<count {
            try press(button)
            try release(button)
        }
    }

    /// Presses at `start`, moves to `end` in `steps` with `pause` between them, and releases. `afterStep` receives the
    /// position after each step. The events' times are those of an undisturbed hand, however late this process is.
    /// - Parameter isThrow: true to release during the motion; otherwise it rests before the release.
    public func drag(
        _ button: Button = .left, from start: Point, to end: Point, steps: Int = 10,
        pause: Duration = .milliseconds(8), throwing isThrow: Bool = false,
        afterStep: (Point) throws -> Void = { _ in }
    ) throws {
        try move(to: start)
        try press(button)
        var time = MonotonicClock.milliseconds
        for step in 1...max(1, steps) {
            usleep(UInt32(clamping: pause.nanoseconds / 1000))
            let fraction = Double(step) / Double(max(1, steps))
            let point = Point(
                x: start.x + Int((Double(end.x - start.x) * fraction).rounded()),
                y: start.y + Int((Double(end.y - start.y) * fraction).rounded()))
            time &+= UInt32(clamping: pause.nanoseconds / 1_000_000)
            try move(to: point, at: time)
            try afterStep(point)
        }
        guard !isThrow else { return try send(button, .released, at: time) }
        usleep(80_000)
        try release(button)
    }

    /// Turns the wheel by notches; down and right are positive.
    public func scroll(x: Int = 0, y: Int = 0) throws {
        pointer.axisSource(axisSource: .wheel)
        for (axis, notches) in [(WlPointer.Axis.horizontalScroll, x), (.verticalScroll, y)] where notches != 0 {
            pointer.axisDiscrete(
                time: MonotonicClock.milliseconds, axis: axis, value: Double(notches) * 15,
                discrete: Int32(clamping: notches))
        }
        try finish()
    }

    private func send(
        _ button: Button, _ state: WlPointer.ButtonState, at time: UInt32 = MonotonicClock.milliseconds
    ) throws {
        pointer.button(time: time, button: button.rawValue, state: state)
        try finish()
    }

    private func finish() throws {
        pointer.frame()
        try connection.roundtrip()
    }
}
