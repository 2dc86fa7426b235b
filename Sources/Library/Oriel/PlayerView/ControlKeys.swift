package import OrielControls
package import OrielWindows

/// Labels of the keys that do what a control does, made once for the same bindings: the state of the controls is
/// read with each change of a player.
package struct ControlKeys {
    private static let actions: [(Control, PlayerAction)] = [
        (.playPause, .playPause), (.previousItem, .previousItem), (.nextItem, .nextItem), (.mute, .mute),
        (.swap, .swap), (.lock, .toggleLock), (.crop, .crop),
        (.startPictureInPicture, .togglePictureInPicture), (.stopPictureInPicture, .togglePictureInPicture),
        (.fullScreen, .toggleFullscreen), (.closeWindow, .quit),
    ]

    private var bindings: KeyBindings?
    private var labels: [Control: String] = [:]

    package init() {}

    /// The label of each control's first key; a control without one is absent.
    package mutating func labels(for keys: KeyBindings) -> [Control: String] {
        if keys != bindings {
            bindings = keys
            labels = Self.actions.reduce(into: [:]) { $0[$1.0] = keys.chords(of: $1.1).first?.label }
        }
        return labels
    }
}
