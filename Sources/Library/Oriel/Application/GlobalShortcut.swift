/// A shortcut that works whichever window has the keyboard, as the desktop has bound it.
public struct GlobalShortcut: Hashable, Sendable {
    /// Name of its action, such as `toggle-pip`.
    public var name: String
    /// Its key in the desktop's words; empty if the desktop doesn't tell it.
    public var key: String

    /// Makes a shortcut.
    public init(name: String, key: String) {
        self.name = name
        self.key = key
    }
}
