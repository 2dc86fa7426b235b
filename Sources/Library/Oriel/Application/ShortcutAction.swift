import OrielSceneHandoff
package import OrielSessionBus
import OrielTexts

/// An action that a global shortcut can trigger, for the players of all programs of the session; the raw value is its
/// name for the desktop. Desktops keep the user's keys under these names: they never change.
package enum ShortcutAction: String, CaseIterable, Sendable {
    case togglePictureInPicture = "toggle-pip"
    case swap
    case playPause = "play-pause"
    case seekBackward = "seek-backward"
    case seekForward = "seek-forward"
    case mute
    case nextItem = "next"
    case previousItem = "previous"
    case focus
    case peek

    /// Description for the user.
    private var description: String {
        switch self {
        case .togglePictureInPicture: localized("Start or end Picture in Picture")
        case .swap: localized("Swap the window's picture with the one in Picture in Picture")
        case .playPause: localized("Play or pause")
        case .seekBackward: localized("Seek 5 seconds back")
        case .seekForward: localized("Seek 5 seconds forward")
        case .mute: localized("Mute or unmute")
        case .nextItem: localized("Play the next item")
        case .previousItem: localized("Play the previous item")
        case .focus: localized("Give the keyboard to Picture in Picture")
        case .peek: localized("Look through Picture in Picture")
        }
    }

    /// Key to propose; nil for none.
    private var preferredTrigger: String? {
        switch self {
        case .togglePictureInPicture: "LOGO+i"
        case .swap: "SHIFT+LOGO+i"
        default: nil
        }
    }

    /// The shortcuts as the desktop is asked for them.
    package static var requests: [ShortcutRequest] {
        allCases.map { ShortcutRequest($0.rawValue, $0.description, preferredTrigger: $0.preferredTrigger) }
    }

    /// The command to the session's players.
    /// - Parameter activationToken: token with which a window may raise itself; nil for none.
    func command(activationToken: String?) -> SessionCommand {
        guard self != .swap else { return .swap(.init(activationToken: activationToken)) }
        guard let activationToken else { return .player(playerCommand) }
        return .raising(playerCommand, activationToken: activationToken)
    }

    private var playerCommand: PlayerCommand {
        switch self {
        case .togglePictureInPicture, .swap: .toggle
        case .playPause: .playPause
        case .seekBackward: .seek(.by(.seconds(-5)))
        case .seekForward: .seek(.by(.seconds(5)))
        case .mute: .mute
        case .nextItem: .next
        case .previousItem: .previous
        case .focus: .focus
        case .peek: .peek(nil)
        }
    }
}
