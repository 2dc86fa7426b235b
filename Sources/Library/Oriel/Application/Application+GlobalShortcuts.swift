extension Application {
    /// Decides whether this program binds global shortcuts: Picture in Picture, swap, play and pause and others by keys
    /// that work whichever window has the keyboard (`org.freedesktop.portal.GlobalShortcuts`). nil, the default, for
    /// none.
    ///
    /// They control the players of all programs of the session. Only the program that is the session's broker binds
    /// them, under its own id, which must be the name of an installed desktop entry.
    public var globalShortcutMemory: (any GlobalShortcutMemory)? {
        get { shortcuts?.memory }
        set {
            guard newValue !== globalShortcutMemory else { return }
            shortcuts?.finish()
            shortcuts = isClosed ? nil : newValue.map { ShortcutHolder(self, $0) }
        }
    }
}
