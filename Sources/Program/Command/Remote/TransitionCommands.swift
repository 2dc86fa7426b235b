import ArgumentParser
import OrielGeometry
import OrielSceneHandoff
import OrielTexts

/// `oriel toggle`.
struct ToggleCommand: RemoteCommand {
    static let configuration = CommandConfiguration(
        commandName: "toggle", abstract: localized("Start Picture in Picture, or restore the window."),
        discussion: localized("Without --player: the player in Picture in Picture, or else the last focused one."))
    @OptionGroup var target: TargetOptions
    func command() -> SessionCommand { .player(.toggle) }
}

/// `oriel swap`.
struct SwapCommand: RemoteCommand {
    static let configuration = CommandConfiguration(
        commandName: "swap", abstract: localized("Swap the player in a window with the one in Picture in Picture."),
        discussion:
            localized(
                "Without --player: the full-screen player, or else the last focused one, and the one in Picture in Picture."
            )
    )
    @OptionGroup var target: TargetOptions
    func command() -> SessionCommand { .swap(.init()) }
}

/// `oriel restore`.
struct RestoreCommand: RemoteCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: localized("Restore the window from Picture in Picture."))
    @OptionGroup var target: TargetOptions
    func command() -> SessionCommand { .player(.restore) }
}

/// `oriel close`.
struct CloseCommand: RemoteCommand {
    static let configuration = CommandConfiguration(
        commandName: "close", abstract: localized("Close the overlay and end its player."))
    @OptionGroup var target: TargetOptions
    func command() -> SessionCommand { .player(.close) }
}

/// `oriel move CORNER|X,Y|OUTPUT`.
struct MoveCommand: RemoteCommand {
    static let configuration = CommandConfiguration(
        commandName: "move", abstract: localized("Move the overlay to a corner, a position or another output."),
        discussion: localized(
            """
            X,Y is the position of the overlay's upper left corner in logical pixels, in the area without panels. \
            Examples: oriel move top-right, oriel move 100,50, oriel move HDMI-A-1
            """))
    @Argument(
        help: .localized(
            "top-left, top-right, bottom-left, bottom-right; X,Y in logical pixels; or an output's name.",
            valueName: "corner|X,Y|output"))
    var goal: MoveArgument
    @OptionGroup var target: TargetOptions
    func command() -> SessionCommand { .player(goal.command) }
}

/// `oriel resize WxH`.
struct ResizeCommand: RemoteCommand {
    static let configuration = CommandConfiguration(
        commandName: "resize", abstract: localized("Resize the overlay to fit into a size, with its aspect ratio."))
    @Argument(help: .localized("Width and height in logical pixels, such as 640x360.", valueName: "WxH"))
    var size: Size
    @OptionGroup var target: TargetOptions
    func command() -> SessionCommand { .player(.resize(size)) }
}
