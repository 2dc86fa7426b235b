extension ContentOverlay {
    /// An overlay as a screen reader tells it and keys act on it.
    public struct Accessibility {
        /// The kind of element.
        public enum Role: Hashable, Sendable {
            /// A text.
            case label
            /// A picture; its label says what it shows.
            case image
            /// A button.
            case button
            /// A number between two limits, of `init(_:slider:)`.
            case slider
        }

        /// A number between two limits that its user changes.
        public struct Slider {
            /// Returns the present number.
            public var value: () -> Double
            /// The least and the greatest number.
            public var range: ClosedRange<Double>
            /// Step of an arrow key.
            public var step: Double
            /// Called with a number of the range that the user has chosen.
            public var action: (Double) -> Void

            /// Makes a slider.
            /// - Parameter step: nil for a twentieth of the range.
            public init(
                _ value: @escaping () -> Double, in range: ClosedRange<Double>, step: Double? = nil,
                action: @escaping (Double) -> Void
            ) {
                (self.value, self.range, self.action) = (value, range, action)
                self.step = step ?? (range.upperBound - range.lowerBound) / 20
            }

            /// The present number, within the range.
            package var present: Double {
                let value = value()
                return value.isNaN ? range.lowerBound : min(max(value, range.lowerBound), range.upperBound)
            }
        }

        /// Kind of the element.
        public var role: Role
        /// Returns the element's name for a person.
        public var label: () -> String
        /// Called when a screen reader or a key presses the element; nil if it can't be pressed.
        public var action: (() -> Void)?
        /// The number that a screen reader or the arrow keys change; nil for none.
        public var slider: Slider?

        /// Makes a description.
        public init(_ role: Role, _ label: @autoclosure @escaping () -> String, action: (() -> Void)? = nil) {
            (self.role, self.label, self.action) = (role, label, action)
        }

        /// Makes the description of a slider.
        public init(_ label: @autoclosure @escaping () -> String, slider: Slider) {
            (role, self.label, self.slider) = (.slider, label, slider)
        }
    }
}
