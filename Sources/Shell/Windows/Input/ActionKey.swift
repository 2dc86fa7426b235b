import OrielTexts

/// The default keys of an action, what it does, and what its key does while it is held down.
package struct ActionKey: Sendable {
    package enum Holding: Sendable {
        case once
        case repeats
        /// Repeats, and the position is shown as long as the key is held.
        case seeks
    }

    package let chords: [KeyChord]
    /// The action's effect, for menus and the manual.
    package var effect: String { localized(text) }
    private let text: LocalizedText
    let holding: Holding

    init(_ chords: KeyChord..., effect: LocalizedText, _ holding: Holding) {
        self.chords = chords
        text = effect
        self.holding = holding
    }
}
