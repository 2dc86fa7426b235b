/// Recognizes what two fingers on a picture do: both up is louder, both down is softer, and apart or together zooms.
/// The one that they begin is theirs until they are lifted. Pure; positions are in logical pixels, y downwards.
package struct TwoFingers: Hashable, Sendable {
    package typealias Place = (x: Double, y: Double)

    package enum Effect: Hashable, Sendable {
        case none
        /// Steps louder; negative is softer.
        case volume(Int)
        /// Enlargement by a factor, around the middle between the fingers.
        case zoom(Double, x: Double, y: Double)
    }

    private enum Kind { case open, volume, zoom }

    private struct Finger: Hashable, Sendable {
        let id: Int
        var x: Double
        var y: Double
    }

    /// Distance that both fingers move for one step of the volume, in logical pixels.
    package static let step = 16.0
    /// Change of the fingers' distance that begins a zoom, in logical pixels.
    private static let pinch = 24.0

    private var fingers: [Finger]
    private var kind = Kind.open
    /// Distance upwards that has not yet made a step.
    private var rest = 0.0
    /// The fingers' distance at the last effect, or at the beginning.
    private var distance = 0.0

    /// - Parameters:
    ///   - first: one finger and its position.
    ///   - second: the other finger and its position.
    package init(_ first: (finger: Int, at: Place), _ second: (finger: Int, at: Place)) {
        fingers = [first, second].map { Finger(id: $0.finger, x: $0.at.x, y: $0.at.y) }
        distance = span
    }

    /// Whether a finger is one of the two.
    package func has(_ finger: Int) -> Bool { fingers.contains { $0.id == finger } }

    private var span: Double {
        let (dx, dy) = (fingers[0].x - fingers[1].x, fingers[0].y - fingers[1].y)
        return (dx * dx + dy * dy).squareRoot()
    }

    /// Handles a motion of one of the fingers.
    package mutating func moved(_ finger: Int, to x: Double, _ y: Double) -> Effect {
        guard let index = fingers.firstIndex(where: { $0.id == finger }), x.isFinite, y.isFinite else { return .none }
        rest += (fingers[index].y - y) / 2
        (fingers[index].x, fingers[index].y) = (x, y)
        let span = span
        if kind == .open, rest.magnitude >= Self.step || (span - distance).magnitude >= Self.pinch {
            // Fingers that part move in opposite directions, so that their middle stays.
            kind = (span - distance).magnitude >= rest.magnitude ? .zoom : .volume
        }
        switch kind {
        case .open: return .none
        case .volume:
            let steps = (rest / Self.step).rounded(.towardZero)
            rest -= steps * Self.step
            return steps == 0 ? .none : .volume(Int(min(max(steps, -100), 100)))
        case .zoom:
            let factor = max(1, span) / max(1, distance)
            distance = span
            return .zoom(factor, x: (fingers[0].x + fingers[1].x) / 2, y: (fingers[0].y + fingers[1].y) / 2)
        }
    }
}
