import ArgumentParser
import OrielPictureInPicture
import OrielRemoteControl
import OrielSceneHandoff
import OrielTexts

/// `oriel quit`.
struct QuitCommand: RemoteCommand {
    static let configuration = CommandConfiguration(
        commandName: "quit", abstract: localized("Quit a player, or all of them."))
    @Flag(help: .localized("Quit all players.")) var all = false
    @OptionGroup var target: TargetOptions
    func command() -> SessionCommand { .player(.quit) }

    func validate() throws {
        guard !all || target.player == nil else {
            throw ValidationError(localized("--all and --player exclude each other"))
        }
    }

    func run() throws {
        guard all else { return try perform() }
        try Remote.attempt("quit") { remote throws(RemoteControlError) in
            let players = try remote.status().players
            guard !players.isEmpty else { throw .failed(.noPlayer) }
            var failure: RemoteControlError?
            for player in players {
                let name = PlayerIdentifier(rawValue: player.id)
                do throws(RemoteControlError) {
                    try remote.perform(.player(.quit), player: name, waits: !target.noWait)
                } catch {
                    // A player that has ended by itself meanwhile is as wanted.
                    if error != .failed(.noPlayer), error != .failed(.unknownPlayer(name)) { failure = error }
                }
            }
            if let failure { throw failure }
        }
    }
}
