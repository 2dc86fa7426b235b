/// Two fingers on a picture that go up or down together: up is louder. Pure; places are logical pixels, y down.
package struct VolumeTouch: Hashable, Sendable {
    /// So far both go for a step.
    package static let step = 16.0

    private var heights: [Int: Double]
    /// How far they went up, and did not yet count.
    private var rest = 0.0

    /// - Parameters:
    ///   - first: a finger and its height.
    ///   - second: another one.
    package init(_ first: (finger: Int, y: Double), _ second: (finger: Int, y: Double)) {
        heights = [first.finger: first.y, second.finger: second.y]
    }

    /// Whether it is one of the two.
    package func has(_ finger: Int) -> Bool { heights[finger] != nil }

    /// One of them moved.
    /// - Returns: how many steps louder; softer is negative. Fingers that part change nothing.
    package mutating func moved(_ finger: Int, to y: Double) -> Int {
        guard let old = heights[finger], y.isFinite else { return 0 }
        heights[finger] = y
        rest += (old - y) / 2
        let steps = (rest / Self.step).rounded(.towardZero)
        rest -= steps * Self.step
        return Int(min(max(steps, -100), 100))
    }
}
