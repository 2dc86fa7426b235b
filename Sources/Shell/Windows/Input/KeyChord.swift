import OrielTexts
import OrielWayland

/// A key with its modifiers, such as `Ctrl+Shift+bracketright`. Keys have the names of xkbcommon-keysyms.h; the case of
/// letters doesn't matter.
public struct KeyChord: Hashable, Sendable, CustomStringConvertible {
    /// Modifier keys: xkbcommon's `Shift`, `Control`, `Mod1` and `Mod4`.
    public struct Modifiers: OptionSet, Hashable, Sendable {
        /// One bit for each modifier.
        public let rawValue: UInt8
        /// Creates a set from its bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        /// `Shift`.
        public static let shift = Modifiers(rawValue: 1)
        /// `Control`.
        public static let control = Modifiers(rawValue: 2)
        /// `Mod1`.
        public static let alt = Modifiers(rawValue: 4)
        /// `Mod4`, often called Super.
        public static let logo = Modifiers(rawValue: 8)

        fileprivate static let names: [(String, Modifiers)] = [
            ("Ctrl", .control), ("Alt", .alt), ("Super", .logo), ("Shift", .shift),
        ]
    }

    /// Exactly the modifiers that must be held.
    public var modifiers: Modifiers
    /// The keysym's name; letters in lower case.
    public var key: String

    /// Creates a chord from a keysym's name and the modifiers.
    public init(_ key: String, _ modifiers: Modifiers = []) {
        self.key = key.count == 1 ? key.lowercased() : key
        self.modifiers = modifiers
    }

    /// Reads a chord such as `Ctrl+Shift+i`, `space` or `plus`; nil if a modifier or the key is unknown.
    public init?(parsing text: String) {
        let parts = text.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
        guard let key = parts.last, !key.isEmpty, let name = Keymap.name(spelled: key) else { return nil }
        var modifiers: Modifiers = []
        for part in parts.dropLast() {
            switch part.lowercased() {
            case "ctrl", "control": modifiers.insert(.control)
            case "shift": modifiers.insert(.shift)
            case "alt", "mod1": modifiers.insert(.alt)
            case "super", "logo", "mod4": modifiers.insert(.logo)
            default: return nil
            }
        }
        self.init(name, modifiers)
    }

    /// The chord as a person reads it, such as `Ctrl+O`, `?`, `←` or `Page Up`.
    public var label: String {
        (Modifiers.names.filter { modifiers.contains($0.1) }.map(\.0) + [keyLabel]).joined(separator: "+")
    }

    private var keyLabel: String {
        switch key {
        case "Prior": localized("Page Up")
        case "Next": localized("Page Down")
        case "Return": localized("Enter")
        case "KP_Enter": localized("Enter of the number pad")
        case "Escape": localized("Esc")
        case "BackSpace": localized("Backspace")
        case "space": localized("Space")
        case "Left": "←"
        case "Right": "→"
        case "Up": "↑"
        case "Down": "↓"
        default: Keymap.text(named: key).map { $0.uppercased() } ?? key.replacing("_", with: " ")
        }
    }

    /// The chord in the form that `init(parsing:)` reads.
    public var description: String {
        (Modifiers.names.filter { modifiers.contains($0.1) }.map(\.0) + [key]).joined(separator: "+")
    }
}
