import ArgumentParser
import OrielSceneHandoff
import OrielTexts

/// A command to a player without arguments of its own.
struct PlainCommand<Effect: PlainEffect>: RemoteCommand {
    static var configuration: CommandConfiguration { Effect.plain.configuration }
    @OptionGroup var target: TargetOptions
    func command() -> SessionCommand { Effect.plain.command }
}

/// An effect of such a command, with the command's name and help.
protocol PlainEffect {
    static var plain: Plain { get }
}

struct Plain: Sendable {
    let configuration: CommandConfiguration
    let command: SessionCommand

    init(_ name: String, _ command: SessionCommand, _ abstract: String, _ discussion: String = "") {
        configuration = CommandConfiguration(commandName: name, abstract: abstract, discussion: discussion)
        self.command = command
    }
}

enum Pause: PlainEffect { static let plain = Plain("pause", .player(.pause), localized("Pause playback.")) }
enum Resume: PlainEffect { static let plain = Plain("resume", .player(.resume), localized("Resume playback.")) }
enum PlayPause: PlainEffect {
    static let plain = Plain("play-pause", .player(.playPause), localized("Pause or resume playback."))
}
enum Mute: PlainEffect { static let plain = Plain("mute", .player(.mute), localized("Mute or unmute a player.")) }
enum Next: PlainEffect {
    static let plain = Plain("next", .player(.next), localized("Play the next item of the playlist."))
}
enum Previous: PlainEffect {
    static let plain = Plain("previous", .player(.previous), localized("Play the previous item of the playlist."))
}
enum Toggle: PlainEffect {
    static let plain = Plain(
        "toggle", .player(.toggle), localized("Start Picture in Picture, or restore the window."),
        localized("Without --player: the player in Picture in Picture, or else the last focused one."))
}
enum Swap: PlainEffect {
    static let plain = Plain(
        "swap", .swap(.init()), localized("Swap the player in a window with the one in Picture in Picture."),
        localized(
            "Without --player: the full-screen player, or else the last focused one, and the one in Picture in Picture."
        ))
}
enum Restore: PlainEffect {
    static let plain = Plain("restore", .player(.restore), localized("Restore the window from Picture in Picture."))
}
enum Close: PlainEffect {
    static let plain = Plain("close", .player(.close), localized("Close the overlay and end its player."))
}
enum Stash: PlainEffect {
    static let plain = Plain(
        "stash", .player(.stash), localized("Stash the overlay at an edge of the screen, except for a tab."))
}
enum Unstash: PlainEffect {
    static let plain = Plain(
        "unstash", .player(.unstash), localized("Move the stashed overlay back onto the screen."))
}
enum Lock: PlainEffect {
    static let plain = Plain(
        "lock", .player(.lock), localized("Let clicks pass through the overlay to the windows below."),
        localized("To undo it, run oriel unlock or oriel toggle."))
}
enum Unlock: PlainEffect {
    static let plain = Plain("unlock", .player(.unlock), localized("Let the overlay receive clicks again."))
}
enum Focus: PlainEffect {
    static let plain = Plain(
        "focus", .player(.focus), localized("Focus the overlay until Esc is pressed."),
        localized("The overlay's keys are the same as a window's. Bind this command to a key of your compositor."))
}
