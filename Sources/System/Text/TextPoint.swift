/// A position in a scene, in fractional pixels; x to the right and y down.
package struct TextPoint: Hashable, Sendable {
    package var x: Double
    package var y: Double

    package init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    package static let zero = TextPoint(x: 0, y: 0)
}
