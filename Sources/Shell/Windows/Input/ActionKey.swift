/// The default keys of an action, what it does, and what its key does while it is held down.
package struct ActionKey: Sendable {
    package enum Holding: Sendable {
        case once
        case repeats
        /// Repeats, and the position is shown as long as the key is held.
        case seeks
    }

    package let chords: [KeyChord]
    /// The action's effect, for the manual.
    package let effect: String
    let holding: Holding

    init(_ chords: KeyChord..., effect: String, _ holding: Holding) {
        self.chords = chords
        self.effect = effect
        self.holding = holding
    }
}
