package import OrielWayland

/// How an overlay comes to the keyboard, keeps it, and gives it back. Pure: the compositor's focus and a timer in, the
/// interactivity of its layer surface out.
///
/// An overlay asks for the keyboard on demand, which leaves it to the compositor and lets dialogues take it. Some
/// compositors give such a surface the focus only at a click or when it is mapped. These are asked exclusively, and
/// the overlay returns to *on demand* once it has the focus. sway 1.8 and newer then takes the focus away at once;
/// there the overlay stays exclusive until it gives the keyboard back.
package struct KeyboardClaim: Hashable, Sendable {
    package typealias Interactivity = LayerSurface.KeyboardInteractivity

    package enum Phase: Hashable, Sendable {
        /// The keyboard isn't wanted.
        case none
        case asked(Interactivity)
        /// The compositor has given it by neither; the user may by a click.
        case offered
        /// The overlay lost the keyboard when it returned to *on demand*, and stays exclusive from now on.
        case insists
        /// The overlay has the keyboard, and has just returned to *on demand*.
        case settling
        case has(Interactivity)
    }

    package private(set) var phase = Phase.none

    /// Whether the overlay has the keyboard.
    package var hasKeyboard: Bool {
        switch phase {
        case .has, .settling: true
        case .none, .asked, .offered, .insists: false
        }
    }

    /// Whether `timeIsUp` is to be called after `patience`.
    package var isWaiting: Bool {
        switch phase {
        case .asked, .settling: true
        case .none, .offered, .insists, .has: false
        }
    }

    /// Longest time until a compositor has answered a change of the interactivity by the focus.
    package static let patience = Duration.milliseconds(200)

    package init() {}

    /// Asks for the keyboard.
    /// - Parameter knowsOnDemand: whether the compositor's layer shell has version 4.
    /// - Returns: the interactivity to set; nil for no change.
    package mutating func ask(knowsOnDemand: Bool) -> Interactivity? {
        guard phase == .none else { return nil }
        return asks(knowsOnDemand ? .onDemand : .exclusive)
    }

    /// Gives the keyboard back.
    /// - Returns: as `ask`.
    package mutating func giveUp() -> Interactivity? {
        guard phase != .none else { return nil }
        phase = .none
        return Interactivity.none
    }

    /// Notes that the keyboard's focus came to the overlay, or is elsewhere.
    /// - Parameter knowsOnDemand: as for `ask`.
    /// - Returns: as `ask`.
    package mutating func focusMoved(toOverlay isThere: Bool, knowsOnDemand: Bool) -> Interactivity? {
        switch (phase, isThere) {
        case (.asked(.exclusive), true) where knowsOnDemand:
            phase = .settling
            return .onDemand
        case (.asked(let interactivity), true):
            phase = .has(interactivity)
            return nil
        case (.settling, false):
            phase = .insists
            return .exclusive
        case (.offered, true):
            phase = .has(.onDemand)
            return nil
        case (.insists, true):
            phase = .has(.exclusive)
            return nil
        // The compositor or the user moved the focus: it isn't asked for again.
        case (.has, false): return giveUp()
        default: return nil
        }
    }

    /// Notes that the compositor hasn't moved the focus for `patience`.
    /// - Parameter knowsOnDemand: as for `ask`.
    /// - Returns: as `ask`.
    package mutating func timeIsUp(knowsOnDemand: Bool) -> Interactivity? {
        switch phase {
        case .asked(.onDemand): return asks(.exclusive)
        case .asked where knowsOnDemand:
            phase = .offered
            return .onDemand
        case .settling:
            phase = .has(.onDemand)
            return nil
        default: return nil
        }
    }

    private mutating func asks(_ interactivity: Interactivity) -> Interactivity {
        phase = .asked(interactivity)
        return interactivity
    }
}
