/// Which chord does what on a focused window. Starts with the defaults; a configuration replaces an action's chords.
public struct KeyBindings: Hashable, Sendable {
    private var chords: [PlayerAction: [KeyChord]]

    /// The default keys, as the README lists them.
    public static let standard = KeyBindings(chords: [
        .playPause: [KeyChord("space")],
        .seekBackward: [KeyChord("Left")],
        .seekForward: [KeyChord("Right")],
        .seekFarBackward: [KeyChord("Down")],
        .seekFarForward: [KeyChord("Up")],
        .frameStep: [KeyChord("period")],
        .frameStepBack: [KeyChord("comma")],
        .slower: [KeyChord("bracketleft")],
        .faster: [KeyChord("bracketright")],
        .normalSpeed: [KeyChord("BackSpace")],
        .toggleFullscreen: [KeyChord("f")],
        .leaveFullscreen: [KeyChord("Escape")],
        .togglePictureInPicture: [KeyChord("i"), KeyChord("bracketright", [.control, .shift])],
        .swap: [KeyChord("s")],
        .quit: [KeyChord("q")],
    ])

    private init(chords: [PlayerAction: [KeyChord]]) { self.chords = chords }

    /// Replaces the chords of one action; an empty list unbinds it.
    public mutating func bind(_ action: PlayerAction, to chords: [KeyChord]) { self.chords[action] = chords }

    /// The action of a pressed key.
    /// - Parameters:
    ///   - names: the names the key has: with its modifiers applied (`braceright`), and without (`bracketright`), so that
    ///     both ways of writing a shifted key match.
    public func action(names: [String], modifiers: KeyChord.Modifiers) -> PlayerAction? {
        for name in names {
            let pressed = KeyChord(name, modifiers)
            for (action, chords) in chords where chords.contains(pressed) { return action }
        }
        // A key that only exists shifted on this layout (a digit on some, a bracket on others) also matches bare.
        guard modifiers == .shift, let first = names.first else { return nil }
        return chords.first { $0.value.contains(KeyChord(first)) }?.key
    }
}
