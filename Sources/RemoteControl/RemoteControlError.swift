package import OrielSceneHandoff

/// Why a command from outside came to nothing, as one line: what happened; what to do.
package enum RemoteControlError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The broker or the player refused, or could not.
    case failed(CommandFailure)
    /// The broker was lost with the command under way.
    case interrupted
    /// A broker is there but does not take or finish the command.
    case unanswered
    /// A broker is there and does not serve this program: why, and what to do.
    case refused(String)
    /// The system failed.
    case system(String)

    package var description: String {
        switch self {
        case .failed(let failure): failure.description
        case .interrupted:
            "the process that coordinated the players ended meanwhile; `oriel status` says what each one shows"
        case .unanswered: "the players do not answer; continue or quit the process that is stopped"
        case .refused(let sentence), .system(let sentence): sentence
        }
    }
}
