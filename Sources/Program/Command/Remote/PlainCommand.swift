import ArgumentParser
import OrielSceneHandoff
import OrielTexts

/// A command to a player without arguments of its own.
struct PlainCommand<Word: CommandWord>: RemoteCommand {
    static var configuration: CommandConfiguration { Word.entry.configuration }
    @OptionGroup var target: TargetOptions
    func command() -> SessionCommand { Word.entry.command }
}

/// The word of such a command.
protocol CommandWord {
    static var entry: CommandEntry { get }
}

/// A command to a player, with its name and help.
struct CommandEntry: Sendable {
    let configuration: CommandConfiguration
    let command: SessionCommand

    init(_ name: String, _ command: SessionCommand, _ abstract: String, _ discussion: String = "") {
        configuration = CommandConfiguration(commandName: name, abstract: abstract, discussion: discussion)
        self.command = command
    }
}

enum Pause: CommandWord { static let entry = CommandEntry("pause", .player(.pause), localized("Pause playback.")) }
enum Resume: CommandWord { static let entry = CommandEntry("resume", .player(.resume), localized("Resume playback.")) }
enum PlayPause: CommandWord {
    static let entry = CommandEntry("play-pause", .player(.playPause), localized("Pause or resume playback."))
}
enum Mute: CommandWord {
    static let entry = CommandEntry("mute", .player(.mute), localized("Mute or unmute a player."))
}
enum Next: CommandWord {
    static let entry = CommandEntry("next", .player(.next), localized("Play the next item of the playlist."))
}
enum Previous: CommandWord {
    static let entry = CommandEntry(
        "previous", .player(.previous), localized("Play the previous item of the playlist."))
}
enum Toggle: CommandWord {
    static let entry = CommandEntry(
        "toggle", .player(.toggle), localized("Start Picture in Picture, or restore the window."),
        localized("Without --player: the player in Picture in Picture, or else the last focused one."))
}
enum Swap: CommandWord {
    static let entry = CommandEntry(
        "swap", .swap(.init()), localized("Swap the player in a window with the one in Picture in Picture."),
        localized(
            "Without --player: the full-screen player, or else the last focused one, and the one in Picture in Picture."
        ))
}
enum Restore: CommandWord {
    static let entry = CommandEntry(
        "restore", .player(.restore), localized("Restore the window from Picture in Picture."))
}
enum Close: CommandWord {
    static let entry = CommandEntry("close", .player(.close), localized("Close the overlay and end its player."))
}
enum Stash: CommandWord {
    static let entry = CommandEntry(
        "stash", .player(.stash), localized("Stash the overlay at an edge of the screen, except for a tab."))
}
enum Unstash: CommandWord {
    static let entry = CommandEntry(
        "unstash", .player(.unstash), localized("Move the stashed overlay back onto the screen."))
}
enum Lock: CommandWord {
    static let entry = CommandEntry(
        "lock", .player(.lock), localized("Let clicks pass through the overlay to the windows below."),
        localized("To undo it, run oriel unlock or oriel toggle."))
}
enum Unlock: CommandWord {
    static let entry = CommandEntry("unlock", .player(.unlock), localized("Let the overlay receive clicks again."))
}
enum Focus: CommandWord {
    static let entry = CommandEntry(
        "focus", .player(.focus), localized("Focus the overlay until Esc is pressed."),
        localized("The overlay's keys are the same as a window's. Bind this command to a key of your compositor."))
}
