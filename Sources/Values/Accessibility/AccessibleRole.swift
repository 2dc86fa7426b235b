/// Role of an element for assistive programs, by its number in AT-SPI (`AtspiRole`).
package enum AccessibleRole: UInt32, Hashable, Sendable, CaseIterable {
    case checkMenuItem = 8
    case frame = 23
    case image = 27
    case label = 29
    case list = 31
    case listItem = 32
    case menu = 33
    case menuItem = 35
    case panel = 39
    case pushButton = 43
    case radioMenuItem = 45
    case slider = 51
    case toggleButton = 62
    case application = 75
    case entry = 79
    case heading = 83
    case notification = 101

    /// The role's name in AT-SPI, such as `push button`.
    package var name: String { "\(self)".words(separator: " ") }
}

/// State of an element, by its number in AT-SPI (`AtspiStateType`).
package enum AccessibleState: Int, Hashable, Sendable, CaseIterable {
    case active = 1
    case checked = 4
    case editable = 7
    case enabled = 8
    case expandable = 9
    case expanded = 10
    case focusable = 11
    case focused = 12
    case horizontal = 14
    case pressed = 20
    case sensitive = 24
    case showing = 25
    case visible = 30
    case checkable = 41
    case hasPopup = 42

    /// The state's name in AT-SPI, such as `has-popup`.
    package var name: String { "\(self)".words(separator: "-") }
}

extension String {
    /// The words of a name such as `pushButton`, in lower case.
    fileprivate func words(separator: String) -> String {
        reduce(into: "") { $0 += $1.isUppercase ? separator + $1.lowercased() : String($1) }
    }
}
