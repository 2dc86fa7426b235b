import OrielControls
import OrielWayland

extension ControlsKey {
    /// The key's meaning for focused controls; nil if it has none.
    init?(_ event: KeyEvent) {
        switch (event.baseName, event.modifiers) {
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
