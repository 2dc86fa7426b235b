/// A row that an app adds to the menu of its view (`PlayerView.transportBarCustomMenuItems`), as tvOS's
/// `UIMenuElement`, or of the view's page (`PlayerView.page`). Main actor only.
@MainActor
public struct MenuElement {
    enum Kind {
        case action(() -> Void)
        case toggle(Bool, (Bool) -> Void)
        case choice(Bool, () -> Void)
        case slider(Double, ClosedRange<Double>, step: Double, (Double) -> Void)
        case menu(() -> [MenuElement])
        case text
        case heading
        case separator
        case field(String, change: (String) -> Void, enter: () -> Void)
        case card(OverlayImage?, fraction: Double?, isEnabled: Bool, () -> Void)
    }

    /// An icon at a row's beginning or in its button.
    public enum Icon: Hashable, Sendable {
        /// A sheet of paper, for files.
        case file
        /// A folder, for its files.
        case folder
        /// A clipboard.
        case paste
        /// A cross, which removes or closes.
        case remove
        /// Moves the row up or down in its list.
        case up, down
    }

    /// A button at a row's end, which appears while the row is pointed at or has the focus. The rightmost is also
    /// pressed by *Delete*.
    public struct Button {
        var icon: Icon
        var label: String
        var handler: @MainActor () -> Void

        /// - Parameter label: the button's effect in a word or two.
        public init(_ icon: Icon, _ label: String, _ handler: @escaping @MainActor () -> Void) {
            (self.icon, self.label, self.handler) = (icon, label, handler)
        }
    }

    var kind: Kind
    var title: String
    var detail: String
    var icon: Icon?
    /// Buttons at the row's end.
    public var buttons: [Button] = []

    private init(_ kind: Kind, _ title: String = "", _ detail: String = "") {
        (self.kind, self.title, self.detail) = (kind, title, detail)
    }

    /// A row that closes the menu, then acts.
    /// - Parameter detail: a short text at the row's end, such as a key.
    public static func action(
        _ title: String, detail: String = "", icon: Icon? = nil, _ handler: @escaping @MainActor () -> Void
    ) -> MenuElement {
        var element = MenuElement(.action(handler), title, detail)
        element.icon = icon
        return element
    }

    /// A row with a picture of 16:9, a title, and a line below it, such as a film played before.
    /// - Parameters:
    ///   - image: nil draws a triangle.
    ///   - fraction: the part that was played, 0 to 1, which a line shows; nil for none.
    ///   - isEnabled: whether it can be pressed.
    public static func card(
        _ title: String, detail: String, image: OverlayImage?, fraction: Double? = nil, isEnabled: Bool = true,
        _ handler: @escaping @MainActor () -> Void
    ) -> MenuElement {
        MenuElement(.card(image, fraction: fraction, isEnabled: isEnabled, handler), title, detail)
    }

    /// A text that the user edits, of at most 4,096 letters. Input methods write into it (`zwp_text_input_v3`).
    /// - Parameters:
    ///   - placeholder: shown while the text is empty.
    ///   - change: receives each new text; set the elements again with it.
    ///   - enter: runs at *Enter*.
    public static func field(
        _ text: String, placeholder: String, change: @escaping @MainActor (String) -> Void,
        enter: @escaping @MainActor () -> Void
    ) -> MenuElement { MenuElement(.field(text, change: change, enter: enter), placeholder) }

    /// A row that turns something on or off. The menu stays open; set the items again with the new state.
    /// - Parameter handler: receives the wanted state.
    public static func toggle(
        _ title: String, isOn: Bool, _ handler: @escaping @MainActor (Bool) -> Void
    ) -> MenuElement { MenuElement(.toggle(isOn, handler), title) }

    /// One of several rows of which one is selected. The menu stays open, as with `toggle`.
    public static func choice(
        _ title: String, isSelected: Bool, _ handler: @escaping @MainActor () -> Void
    ) -> MenuElement { MenuElement(.choice(isSelected, handler), title) }

    /// A row with a number. The menu stays open, as with `toggle`.
    /// - Parameters:
    ///   - step: distance between two values.
    ///   - detail: the value with its unit, of at most nine letters.
    ///   - handler: receives each value while the slider is dragged.
    public static func slider(
        _ title: String, value: Double, in range: ClosedRange<Double>, step: Double, detail: String,
        _ handler: @escaping @MainActor (Double) -> Void
    ) -> MenuElement { MenuElement(.slider(value, range, step: step, handler), title, detail) }

    /// A row that opens a page of more rows.
    /// - Parameter detail: the present choice there; empty for none.
    public static func menu(_ title: String, detail: String = "", _ elements: [MenuElement]) -> MenuElement {
        MenuElement(.menu({ elements }), title, detail)
    }

    /// A row that opens a page whose rows are made while it is shown, as tvOS's `UIDeferredMenuElement`.
    /// - Parameter elements: called often; must be quick.
    public static func menu(
        _ title: String, detail: String = "", elements: @escaping @MainActor () -> [MenuElement]
    ) -> MenuElement { MenuElement(.menu(elements), title, detail) }

    /// A text that can't be pressed.
    public static func text(_ title: String) -> MenuElement { MenuElement(.text, title) }

    /// The title of the rows below.
    public static func heading(_ title: String) -> MenuElement { MenuElement(.heading, title) }

    /// A line between two groups of rows.
    public static let separator = MenuElement(.separator)
}
