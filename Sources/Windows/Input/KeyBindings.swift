/// Which chord does what on a focused window. Starts with the defaults; a configuration replaces an action's chords.
///
/// A chord that was bound here counts before a default's, and of two that were bound the first.
public struct KeyBindings: Hashable, Sendable {
    private struct Binding: Hashable, Sendable {
        var action: PlayerAction
        var chord: KeyChord
    }

    /// A chord that two actions have.
    package struct Conflict: Hashable, Sendable {
        package var chord: KeyChord
        /// The one that gets the key.
        package var winner: PlayerAction
        package var loser: PlayerAction
        /// Whether the loser has the chord by default only.
        package var isDefault: Bool
    }

    /// In the order in which they were bound.
    private var chosen: [Binding] = []
    private var defaults: [Binding]

    /// The default keys, which docs/keys.md lists.
    public static let standard = KeyBindings(defaults: [
        (.playPause, [KeyChord("space")]),
        (.seekBackward, [KeyChord("Left")]),
        (.seekForward, [KeyChord("Right")]),
        (.seekFarBackward, [KeyChord("Down")]),
        (.seekFarForward, [KeyChord("Up")]),
        (.seekLive, [KeyChord("End")]),
        (.frameStep, [KeyChord("period")]),
        (.frameStepBack, [KeyChord("comma")]),
        (.slower, [KeyChord("bracketleft")]),
        (.faster, [KeyChord("bracketright")]),
        (.normalSpeed, [KeyChord("BackSpace")]),
        (.showPosition, [KeyChord("o")]),
        (.volumeDown, [KeyChord("9")]),
        (.volumeUp, [KeyChord("0")]),
        (.mute, [KeyChord("m")]),
        (.audioLater, [KeyChord("plus")]),
        (.audioEarlier, [KeyChord("minus")]),
        (.nextVideo, [KeyChord("underscore")]),
        (.nextAudio, [KeyChord("numbersign")]),
        (.nextChapter, [KeyChord("Prior")]),
        (.previousChapter, [KeyChord("Next")]),
        (.nextItem, [KeyChord("greater")]),
        (.previousItem, [KeyChord("less")]),
        (.repeatPart, [KeyChord("l")]),
        (.zoom, [KeyChord("z")]),
        (.aspect, [KeyChord("a", .shift)]),
        (.rotate, [KeyChord("z", .shift)]),
        (.deinterlace, [KeyChord("d")]),
        (.statistics, [KeyChord("i", .shift)]),
        (.screenshot, [KeyChord("s", .shift)]),
        (.nextSubtitles, [KeyChord("j")]),
        (.subtitlesLater, [KeyChord("x")]),
        (.subtitlesEarlier, [KeyChord("x", .shift)]),
        (.subtitlesLarger, [KeyChord("g", .shift)]),
        (.subtitlesSmaller, [KeyChord("f", .shift)]),
        (.subtitlesHigher, [KeyChord("r")]),
        (.subtitlesLower, [KeyChord("r", .shift)]),
        (.toggleFullscreen, [KeyChord("f")]),
        (.leaveFullscreen, [KeyChord("Escape")]),
        (.togglePictureInPicture, [KeyChord("i"), KeyChord("bracketright", [.control, .shift])]),
        (.swap, [KeyChord("s")]),
        (.toggleLock, [KeyChord("l", .shift)]),
        (.toggleStash, [KeyChord("h", .shift)]),
        (.open, [KeyChord("Return"), KeyChord("KP_Enter"), KeyChord("o", .control)]),
        (.quit, [KeyChord("q")]),
    ])

    private init(defaults: [(PlayerAction, [KeyChord])]) {
        self.defaults = defaults.flatMap { action, chords in chords.map { Binding(action: action, chord: $0) } }
    }

    /// Replaces the chords of one action; an empty list unbinds it. A chord that another action was given before stays
    /// with that one.
    public mutating func bind(_ action: PlayerAction, to chords: [KeyChord]) {
        defaults.removeAll { $0.action == action }
        chosen.removeAll { $0.action == action }
        chosen += chords.map { Binding(action: action, chord: $0) }
    }

    /// The chords that more than one action has, in the order in which the losers were bound.
    package var conflicts: [Conflict] {
        let all = chosen + defaults
        return all.indices.compactMap { index in
            let loser = all[index]
            guard let winner = all[..<index].first(where: { $0.chord == loser.chord && $0.action != loser.action })
            else { return nil }
            return Conflict(
                chord: loser.chord, winner: winner.action, loser: loser.action, isDefault: index >= chosen.count)
        }
    }

    /// The action of a pressed key.
    /// - Parameters:
    ///   - names: the names the key has: with its modifiers applied (`braceright`), and without (`bracketright`), so that
    ///     both ways of writing a shifted key match.
    ///   - modifiers: those that are held.
    public func action(names: [String], modifiers: KeyChord.Modifiers) -> PlayerAction? {
        for name in names {
            if let action = action(of: KeyChord(name, modifiers)) { return action }
        }
        // A key that only exists shifted on this layout (a digit on some, a bracket on others) also matches bare.
        guard modifiers == .shift, let first = names.first else { return nil }
        return action(of: KeyChord(first))
    }

    private func action(of chord: KeyChord) -> PlayerAction? {
        (chosen.first { $0.chord == chord } ?? defaults.first { $0.chord == chord })?.action
    }
}
