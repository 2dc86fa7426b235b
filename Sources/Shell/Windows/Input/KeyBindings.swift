/// Key chords of a focused window and their actions. It starts with the defaults; a configuration replaces the chords
/// of an action.
///
/// A chord that was bound with `bind` takes precedence over a default. If two actions were bound to one chord, the
/// first keeps it.
public struct KeyBindings: Hashable, Sendable {
    private struct Binding: Hashable, Sendable {
        var action: PlayerAction
        var chord: KeyChord
    }

    /// A chord that is bound to two actions.
    package struct Conflict: Hashable, Sendable {
        package var chord: KeyChord
        /// The action that the key triggers.
        package var winner: PlayerAction
        /// The action that the key doesn't trigger.
        package var loser: PlayerAction
        /// Whether the loser has the chord only by default.
        package var isDefault: Bool
    }

    /// The bindings from `bind`, in the order in which they were made.
    private var chosen: [Binding] = []
    /// The default bindings of the actions that were not bound with `bind`.
    private var defaults: [Binding]

    /// The default keys, which docs/keys.md lists.
    public static let standard = KeyBindings()

    private init() {
        defaults = PlayerAction.allCases.flatMap { action in
            action.key.chords.map { Binding(action: action, chord: $0) }
        }
    }

    /// Replaces the chords of one action; an empty list unbinds it. A chord that another action was bound to before
    /// stays with that action.
    public mutating func bind(_ action: PlayerAction, to chords: [KeyChord]) {
        defaults.removeAll { $0.action == action }
        chosen.removeAll { $0.action == action }
        chosen += chords.map { Binding(action: action, chord: $0) }
    }

    /// The chords that are bound to more than one action, in the order in which the losers were bound.
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

    /// Returns the chords that trigger an action, in the order in which they were bound.
    public func chords(of action: PlayerAction) -> [KeyChord] {
        (chosen + defaults).filter { $0.action == action }.map(\.chord)
    }

    /// The action of a pressed key.
    /// - Parameters:
    ///   - names: the key's names: with its modifiers applied (`braceright`), and without (`bracketright`), so that
    ///     both ways to write a shifted key match.
    ///   - modifiers: the modifiers that are held.
    public func action(names: [String], modifiers: KeyChord.Modifiers) -> PlayerAction? {
        Self.chords(names: names, modifiers: modifiers).lazy.compactMap { action(of: $0) }.first
    }

    /// The chords that a pressed key matches, the best first.
    package static func chords(names: [String], modifiers: KeyChord.Modifiers) -> [KeyChord] {
        let chords = names.map { KeyChord($0, modifiers) }
        // A key that needs Shift on this layout (a digit on some, a bracket or "+" on others) also matches without it;
        // with further modifiers a letter doesn't, which no layout has on two keys.
        guard modifiers.contains(.shift), let first = names.first,
            modifiers == .shift || first.count > 1 || first.first?.isLetter == false
        else { return chords }
        return chords + [KeyChord(first, modifiers.subtracting(.shift))]
    }

    private func action(of chord: KeyChord) -> PlayerAction? {
        (chosen.first { $0.chord == chord } ?? defaults.first { $0.chord == chord })?.action
    }
}
