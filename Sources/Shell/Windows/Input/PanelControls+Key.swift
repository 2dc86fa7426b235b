import OrielControls
import OrielWayland

extension PanelControls.Key {
    /// The key's meaning for a panel; nil if it has none.
    init?(_ event: KeyEvent) {
        switch event.baseName {
        case "Up", "KP_Up": self = .up
        case "Down", "KP_Down": self = .down
        case "Tab", "ISO_Left_Tab": self = event.modifiers.contains(.shift) ? .up : .down
        case "Left", "KP_Left": self = .left
        case "Right", "KP_Right": self = .right
        case "Home": self = .home
        case "End": self = .end
        case "Prior": self = .pageUp
        case "Next": self = .pageDown
        case "Return", "KP_Enter": self = .activate
        case "space": self = .space
        case "Escape": self = .escape
        case "Menu": self = .close
        case "BackSpace": self = .delete
        case "Delete", "KP_Delete": self = .deleteAfter
        default:
            guard event.modifiers.isDisjoint(with: [.control, .alt, .logo]), !event.text.isEmpty,
                !event.text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
            else { return nil }
            self = .text(event.text)
        }
    }
}
