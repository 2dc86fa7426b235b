package import OrielWayland

/// Turns what axes do into a wheel's notches. Pure.
package struct ScrollSteps: Hashable, Sendable {
    /// So many surface-local pixels of a device without notches count as one; a wheel's notch is as much on most compositors.
    private static let pixelsPerStep = 15.0
    private var rest = 0.0

    package init() {}

    /// - Returns: whole notches since the last, down positive.
    package mutating func add(_ scroll: PointerEvent.Scroll) -> Int {
        if scroll.isStop { rest = 0 }
        let steps = scroll.stepsY != 0 ? scroll.stepsY : scroll.dy / Self.pixelsPerStep
        guard steps.isFinite else { return 0 }
        // Turning back counts at once.
        if steps * rest < 0 { rest = 0 }
        rest = min(max(rest + steps, -100), 100)
        let whole = rest.rounded(.towardZero)
        rest -= whole
        return Int(whole)
    }
}
