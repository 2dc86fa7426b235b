/// A row that an app adds to the menu of its view (`PlayerView.transportBarCustomMenuItems`), as tvOS's
/// `UIMenuElement`. Main actor only.
@MainActor
public struct MenuElement {
    enum Kind {
        case action(() -> Void)
        case toggle(Bool, (Bool) -> Void)
        case choice(Bool, () -> Void)
        case slider(Double, ClosedRange<Double>, step: Double, (Double) -> Void)
        case menu([MenuElement])
        case text
        case separator
    }

    var kind: Kind
    var title: String
    var detail: String

    private init(_ kind: Kind, _ title: String = "", _ detail: String = "") {
        (self.kind, self.title, self.detail) = (kind, title, detail)
    }

    /// A row that closes the menu, then acts.
    /// - Parameter detail: a short text at the row's end, such as a key.
    public static func action(
        _ title: String, detail: String = "", _ handler: @escaping @MainActor () -> Void
    ) -> MenuElement { MenuElement(.action(handler), title, detail) }

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
        MenuElement(.menu(elements), title, detail)
    }

    /// A text that can't be pressed.
    public static func text(_ title: String) -> MenuElement { MenuElement(.text, title) }

    /// A line between two groups of rows.
    public static let separator = MenuElement(.separator)
}
