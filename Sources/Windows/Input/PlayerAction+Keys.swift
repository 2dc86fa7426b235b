import OrielControls
import OrielWayland

extension PlayerAction {
    /// Whether the action repeats while its key is held down.
    var repeats: Bool {
        switch self {
        case .seekBackward, .seekForward, .seekFarBackward, .seekFarForward, .frameStep, .frameStepBack, .slower,
            .faster, .volumeUp, .volumeDown, .audioLater, .audioEarlier, .subtitlesLater, .subtitlesEarlier,
            .subtitlesLarger, .subtitlesSmaller, .subtitlesHigher, .subtitlesLower:
            true
        default: false
        }
    }
}

extension PlayerAction {
    /// Whether the action seeks within the medium.
    var seeks: Bool {
        switch self {
        case .seekBackward, .seekForward, .seekFarBackward, .seekFarForward: true
        default: false
        }
    }
}

extension ControlsKey {
    /// The key's meaning for focused controls; nil if it has none.
    init?(_ event: KeyEvent, _ modifiers: KeyChord.Modifiers) {
        switch (event.baseName, modifiers) {
        case ("Tab", []): self = .next
        case ("Tab", .shift): self = .previous
        case ("space", []), ("Return", []), ("KP_Enter", []): self = .activate
        case ("Left", []): self = .left
        case ("Right", []): self = .right
        case ("Up", []): self = .up
        case ("Down", []): self = .down
        default: return nil
        }
    }
}
