/// Recognizes a two-finger drag that changes the volume: up is louder. Pure; positions are in logical pixels, y
/// downwards.
package struct VolumeTouch: Hashable, Sendable {
    /// Distance that both fingers move for one step, in logical pixels.
    package static let step = 16.0

    /// The y position of each finger.
    private var heights: [Int: Double]
    /// Distance upwards that has not yet made a step.
    private var rest = 0.0

    /// - Parameters:
    ///   - first: one finger and its y position.
    ///   - second: the other finger and its y position.
    package init(_ first: (finger: Int, y: Double), _ second: (finger: Int, y: Double)) {
        heights = [first.finger: first.y, second.finger: second.y]
    }

    /// Whether a finger is one of the two.
    package func has(_ finger: Int) -> Bool { heights[finger] != nil }

    /// Handles a motion of one of the fingers.
    /// - Returns: the number of steps louder; negative is softer. Fingers that move apart or together change nothing.
    package mutating func moved(_ finger: Int, to y: Double) -> Int {
        guard let old = heights[finger], y.isFinite else { return 0 }
        heights[finger] = y
        rest += (old - y) / 2
        let steps = (rest / Self.step).rounded(.towardZero)
        rest -= steps * Self.step
        return Int(min(max(steps, -100), 100))
    }
}
