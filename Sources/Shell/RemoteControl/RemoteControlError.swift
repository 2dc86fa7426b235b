package import OrielSceneHandoff

/// Reason why a command failed; its description says what happened and what to do.
package enum RemoteControlError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The broker or the player refused the command, or failed.
    case failed(CommandFailure)
    /// The broker was lost while the command was under way.
    case interrupted
    /// A broker exists, but doesn't accept or finish the command.
    case unanswered
    /// A broker exists, but refuses this program; the string has the reason and what to do.
    case refused(String)
    /// A system call failed.
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
