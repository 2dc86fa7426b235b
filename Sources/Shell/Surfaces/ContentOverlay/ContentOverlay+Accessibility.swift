extension ContentOverlay {
    /// An overlay as a screen reader tells it.
    public struct Accessibility {
        /// The kind of element.
        public enum Role: Hashable, Sendable {
            /// A text.
            case label
            /// A picture; its label says what it shows.
            case image
            /// A button.
            case button
        }

        /// Kind of the element.
        public var role: Role
        /// Returns the element's name for a person.
        public var label: () -> String
        /// Called when a screen reader presses the element; nil if it can't be pressed.
        public var action: (() -> Void)?

        /// Makes a description.
        public init(_ role: Role, _ label: @autoclosure @escaping () -> String, action: (() -> Void)? = nil) {
            (self.role, self.label, self.action) = (role, label, action)
        }
    }
}
