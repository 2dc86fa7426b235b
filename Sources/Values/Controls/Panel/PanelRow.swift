/// A row of a panel: one element with its label. Value code.
package struct PanelRow: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// The title of the rows below.
        case heading
        /// A line between two groups of rows.
        case separator
        /// A text that can't be pressed, on at most `PanelStyle.mostLines` lines.
        case text
        /// The text of a page that is read first.
        case title
        /// An image of the owner's, with a width for each unit of height.
        case image(aspectRatio: Double)
        /// Acts when it is pressed.
        case action
        /// Opens another panel; the row's detail is the present choice there.
        case menu
        /// On or off.
        case toggle(Bool)
        /// One of several rows; true for the present one.
        case choice(Bool)
        case slider(Slider)
        /// A text that the user edits.
        case field(text: String, placeholder: String)
    }

    /// A number that the user sets, in a unit of the panel's owner.
    package struct Slider: Hashable, Sendable {
        package var value: Double
        package var range: ClosedRange<Double>
        /// The step of a key.
        package var step: Double

        package init(_ value: Double, in range: ClosedRange<Double>, step: Double) {
            (self.value, self.range, self.step) = (value, range, step)
        }

        /// Place of the value in the range, 0 to 1.
        var fraction: Double {
            let width = range.upperBound - range.lowerBound
            guard width > 0, value.isFinite else { return 0 }
            return min(max((value - range.lowerBound) / width, 0), 1)
        }

        /// The value at a place in the range, at a whole step.
        func value(at fraction: Double) -> Double {
            let value = range.lowerBound + (range.upperBound - range.lowerBound) * min(max(fraction, 0), 1)
            guard step > 0 else { return value }
            let steps = ((value - range.lowerBound) / step).rounded()
            return min(range.lowerBound + steps * step, range.upperBound)
        }

        /// The value after a number of steps.
        func value(after steps: Double) -> Double {
            min(max(value + steps * step, range.lowerBound), range.upperBound)
        }
    }

    /// The picture of a row, at its beginning, of 16:9.
    package struct Card: Hashable, Sendable {
        /// The part of a medium that was played, 0 to 1, which a line below the picture shows; nil for none.
        package var fraction: Double?

        package init(fraction: Double? = nil) { self.fraction = fraction }
    }

    /// A small button at the row's end, such as *remove*.
    package struct Button: Hashable, Sendable {
        package var icon: ControlsIcon
        package var label: String

        package init(_ icon: ControlsIcon, _ label: String) { (self.icon, self.label) = (icon, label) }
    }

    /// Name by which the panel's owner knows the row.
    package var id: String
    package var kind: Kind
    package var label: String
    /// A value or a key, at the row's end.
    package var detail: String
    package var isEnabled: Bool
    package var icon: ControlsIcon?
    /// The row has a picture of the owner's, and its detail below its label.
    package var card: Card?
    package var buttons: [Button]

    package init(
        _ id: String, _ kind: Kind, _ label: String = "", detail: String = "", isEnabled: Bool = true,
        icon: ControlsIcon? = nil, card: Card? = nil, buttons: [Button] = []
    ) {
        self.id = id
        self.kind = kind
        self.label = label
        self.detail = detail
        self.isEnabled = isEnabled
        self.icon = icon
        self.card = card
        self.buttons = buttons
    }

    var isField: Bool { if case .field = kind { true } else { false } }

    /// Whether the row can be pressed, or takes keys.
    package var isActive: Bool {
        switch kind {
        case .heading, .separator, .text, .title, .image: false
        case .action, .menu, .toggle, .choice, .slider, .field: isEnabled
        }
    }
}
