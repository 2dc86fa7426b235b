package import OrielGeometry

/// An element for assistive programs: its role, its name, and its actions.
package struct AccessibleNode: Hashable, Sendable {
    /// A number that can be changed, such as a position or a volume.
    package struct Value: Hashable, Sendable {
        package var current: Double
        package var range: ClosedRange<Double>
        /// The step of a key.
        package var step: Double
        /// The number as a person reads it, with its unit.
        package var text: String
        /// Whether it changes by itself all the time, so that its changes aren't told one by one.
        package var runs = false

        package init(_ current: Double, in range: ClosedRange<Double>, step: Double, text: String) {
            (self.current, self.range, self.step, self.text) = (current, range, step, text)
        }
    }

    /// Name among all elements of the program: letters, digits and `_`.
    package var id: String
    package var role: AccessibleRole
    /// The element's name for a person.
    package var name: String
    package var description = ""
    package var states: Set<AccessibleState> = [.enabled, .sensitive, .visible]
    /// Place in its window, in logical pixels; nil if it has none.
    package var area: Rect?
    /// Name of the action of a press; nil if it can't be pressed.
    package var action: String?
    /// The key for it, as a person reads it.
    package var key = ""
    package var value: Value?
    package var children: [AccessibleNode] = []

    /// Longest name, in characters.
    private static let longest = 1000

    package init(_ id: String, _ role: AccessibleRole, _ name: String) {
        (self.id, self.role, self.name) = (id, role, String(name.prefix(Self.longest)))
    }

    /// The innermost element at a point of the window; of several, the last one, which lies on top.
    package func innermost(at point: Point) -> String? {
        for child in children.reversed() { if let found = child.innermost(at: point) { return found } }
        return area?.contains(point) == true ? id : nil
    }
}

/// A request of an assistive program for an element.
package enum AccessibleRequest: Hashable, Sendable {
    case press
    case set(Double)
    case focus
}
