import ArgumentParser
import Glibc
import OrielPictureInPicture
import OrielRemoteControl
import OrielSceneHandoff
import OrielTexts

/// Options of all commands to players: the target, and whether to wait.
struct TargetOptions: ParsableArguments {
    @Option(
        help: .localized("Name of the player in `oriel status`.", valueName: "name"), completion: Completions.players)
    var player: String?
    @Flag(help: .localized("Return when the player has received the command, without waiting for its effect."))
    var noWait = false
}

/// A command performed by a running player.
protocol RemoteCommand: ParsableCommand {
    var target: TargetOptions { get }
    func command() throws -> SessionCommand
}

extension RemoteCommand {
    func run() throws { try perform() }

    func perform() throws {
        let command = try command()
        let name = Self.configuration.commandName ?? ""
        try Remote.attempt(name) { remote throws(RemoteControlError) in
            try remote.perform(
                command, player: target.player.map(PlayerIdentifier.init(rawValue:)), waits: !target.noWait)
        }
    }
}
