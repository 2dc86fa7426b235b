import OrielControls

/// A row that an app adds to the menu of its view (`PlayerView.transportBarCustomMenuItems`), as tvOS's
/// `UIMenuElement`, or of the view's page (`PlayerView.page`). Main actor only.
@MainActor
public struct MenuElement {
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

        /// Makes a button; `label` is its effect in a word or two.
        public init(_ icon: Icon, _ label: String, _ handler: @escaping @MainActor () -> Void) {
            (self.icon, self.label, self.handler) = (icon, label, handler)
        }
    }

    /// The row and its effect, without its buttons.
    var item: MenuItem
    /// The rows of the page that it opens; nil if it opens none.
    var elements: (() -> [MenuElement])?
    /// Buttons at the row's end.
    public var buttons: [Button] = []

    private init(
        _ kind: PanelRow.Kind, _ title: String = "", _ detail: String = "", isEnabled: Bool = true,
        _ effect: MenuItem.Effect = .none
    ) { item = MenuItem(kind, title, detail: detail, isEnabled: isEnabled, effect) }

    /// A row that closes the menu, then acts; `detail` is a short text at its end, such as a key.
    public static func action(
        _ title: String, detail: String = "", icon: Icon? = nil, _ handler: @escaping @MainActor () -> Void
    ) -> MenuElement {
        var element = MenuElement(.action, title, detail, .app(handler, stays: false))
        element.item.row.icon = icon?.icon
        return element
    }

    /// A row with a picture of 16:9, a title, and a line below it, such as a film played before.
    /// - Parameters:
    ///   - title: beside the picture.
    ///   - detail: below the title.
    ///   - image: the picture; nil draws none.
    ///   - fraction: the part that was played, 0 to 1, which a line shows; nil for none.
    ///   - isEnabled: whether it can be pressed.
    ///   - handler: runs when it is pressed.
    public static func card(
        _ title: String, detail: String, image: OverlayImage?, fraction: Double? = nil, isEnabled: Bool = true,
        _ handler: @escaping @MainActor () -> Void
    ) -> MenuElement {
        var element = MenuElement(.action, title, detail, isEnabled: isEnabled, .app(handler, stays: false))
        element.item.row.card = PanelRow.Card(fraction: fraction)
        element.item.image = image
        return element
    }

    /// A text that the user edits, of at most 4,096 letters. Input methods write into it (`zwp_text_input_v3`).
    /// - Parameters:
    ///   - text: the present text.
    ///   - placeholder: shown while the text is empty.
    ///   - change: receives each new text; set the elements again with it.
    ///   - enter: runs at *Enter*.
    public static func field(
        _ text: String, placeholder: String, change: @escaping @MainActor (String) -> Void,
        enter: @escaping @MainActor () -> Void
    ) -> MenuElement {
        MenuElement(.field(text: text, placeholder: placeholder), "", "", .appText(change: change, enter: enter))
    }

    /// A row that turns something on or off. The menu stays open; `handler` receives the wanted state, and sets the
    /// items again.
    public static func toggle(
        _ title: String, isOn: Bool, _ handler: @escaping @MainActor (Bool) -> Void
    ) -> MenuElement { MenuElement(.toggle(isOn), title, "", .app({ handler(!isOn) }, stays: true)) }

    /// One of several rows of which one is selected. The menu stays open, as with `toggle`.
    public static func choice(
        _ title: String, isSelected: Bool, _ handler: @escaping @MainActor () -> Void
    ) -> MenuElement { MenuElement(.choice(isSelected), title, "", .app(handler, stays: true)) }

    /// A row with a number. The menu stays open, as with `toggle`.
    /// - Parameters:
    ///   - title: at the row's beginning.
    ///   - value: the present number.
    ///   - range: the numbers that can be chosen.
    ///   - step: distance between two values.
    ///   - detail: the value with its unit, of at most nine letters.
    ///   - handler: receives each value while the slider is dragged.
    public static func slider(
        _ title: String, value: Double, in range: ClosedRange<Double>, step: Double, detail: String,
        _ handler: @escaping @MainActor (Double) -> Void
    ) -> MenuElement {
        MenuElement(.slider(PanelRow.Slider(value, in: range, step: step)), title, detail, .appValue(handler))
    }

    /// A row that opens a page of more rows; `detail` is the present choice there, if any.
    public static func menu(_ title: String, detail: String = "", _ elements: [MenuElement]) -> MenuElement {
        menu(title, detail: detail) { elements }
    }

    /// A row that opens a page whose rows are made while it is shown, as tvOS's `UIDeferredMenuElement`. `elements` is
    /// called often, and must be quick.
    public static func menu(
        _ title: String, detail: String = "", elements: @escaping @MainActor () -> [MenuElement]
    ) -> MenuElement {
        var element = MenuElement(.menu, title, detail)
        element.elements = elements
        return element
    }

    /// A text that can't be pressed.
    public static func text(_ title: String) -> MenuElement { MenuElement(.text, title) }

    /// The title of the rows below.
    public static func heading(_ title: String) -> MenuElement { MenuElement(.heading, title) }

    /// A line between two groups of rows.
    public static let separator = MenuElement(.separator)
}

extension MenuElement.Icon {
    var icon: ControlsIcon {
        switch self {
        case .file: .file
        case .folder: .folder
        case .paste: .paste
        case .remove: .close
        case .up: .up
        case .down: .down
        }
    }
}
