import OrielControls
import OrielWayland

extension PlayerAction {
    /// Whether holding the key down goes on with it.
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
    /// Whether holding the key down goes on through the medium.
    var seeks: Bool {
        switch self {
        case .seekBackward, .seekForward, .seekFarBackward, .seekFarForward: true
        default: false
        }
    }
}

extension ControlsKey {
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
