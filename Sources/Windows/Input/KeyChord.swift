/// A key with its modifiers, such as `Ctrl+Shift+bracketright`. Keys are named as in xkbcommon-keysyms.h, without regard
/// to the case of letters.
public struct KeyChord: Hashable, Sendable, CustomStringConvertible {
    /// Keys held with it, as xkbcommon's modifiers `Shift`, `Control`, `Mod1` and `Mod4`.
    public struct Modifiers: OptionSet, Hashable, Sendable {
        /// A bit for each.
        public let rawValue: UInt8
        /// A bit for each.
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

    /// The keys held with it, no others.
    public var modifiers: Modifiers
    /// The keysym's name; letters in lower case.
    public var key: String

    /// A keysym's name, and what is held with it.
    public init(_ key: String, _ modifiers: Modifiers = []) {
        self.key = key.count == 1 ? key.lowercased() : key
        self.modifiers = modifiers
    }

    /// Reads `Ctrl+Shift+i`, `space`, `plus`. Nil if a modifier is unknown or the key is missing.
    public init?(parsing text: String) {
        let parts = text.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
        guard let key = parts.last, !key.isEmpty else { return nil }
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
        self.init(key, modifiers)
    }

    /// As `init(parsing:)` reads it.
    public var description: String {
        (Modifiers.names.filter { modifiers.contains($0.1) }.map(\.0) + [key]).joined(separator: "+")
    }
}
