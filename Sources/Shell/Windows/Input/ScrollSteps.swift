package import OrielWayland

/// Converts scroll events into wheel notches. Pure.
package struct ScrollSteps: Hashable, Sendable {
    /// Surface-local pixels that count as one notch for devices without notches. On most compositors a wheel's notch is
    /// as long.
    private static let pixelsPerStep = 15.0
    /// The part of a notch that remains, with its sign.
    private var rest = 0.0

    package init() {}

    /// Adds a scroll event.
    /// - Returns: whole notches since the last call; downwards is positive.
    package mutating func add(_ scroll: PointerEvent.Scroll) -> Int {
        if scroll.isStop { rest = 0 }
        let steps = scroll.stepsY != 0 ? scroll.stepsY : scroll.dy / Self.pixelsPerStep
        guard steps.isFinite else { return 0 }
        // A change of direction takes effect at once.
        if steps * rest < 0 { rest = 0 }
        rest = min(max(rest + steps, -100), 100)
        let whole = rest.rounded(.towardZero)
        rest -= whole
        return Int(whole)
    }
}
