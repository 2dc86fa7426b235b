import ArgumentParser
import OrielGeometry
import OrielPictureInPicture
import OrielSceneHandoff

/// `oriel toggle`.
struct ToggleCommand: RemoteCommand {
    static let configuration = CommandConfiguration(
        commandName: "toggle", abstract: "Into Picture in Picture, and back.",
        discussion: "Without --player: the one in Picture in Picture if there is one, else the one last focused.")
    @OptionGroup var target: TargetOptions
    func command() -> SessionCommand { .player(.toggle) }
}

/// `oriel swap`.
struct SwapCommand: RemoteCommand {
    static let configuration = CommandConfiguration(
        commandName: "swap", abstract: "Exchange the video in the window with the one in Picture in Picture.",
        discussion:
            "Without --player: the full-screen one, else the one last focused, and the one in Picture in Picture.")
    @OptionGroup var target: TargetOptions
    func command() -> SessionCommand { .swap(.init()) }
}

/// `oriel restore`.
struct RestoreCommand: RemoteCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Bring Picture in Picture back into its window.")
    @OptionGroup var target: TargetOptions
    func command() -> SessionCommand { .player(.restore) }
}

/// `oriel close`.
struct CloseCommand: RemoteCommand {
    static let configuration = CommandConfiguration(
        commandName: "close", abstract: "Close Picture in Picture and end its player.")
    @OptionGroup var target: TargetOptions
    func command() -> SessionCommand { .player(.close) }
}

/// `oriel move CORNER|X,Y|OUTPUT`.
struct MoveCommand: RemoteCommand {
    static let configuration = CommandConfiguration(
        commandName: "move", abstract: "Move Picture in Picture to a corner, a place or another output.",
        discussion: "oriel move top-right, oriel move 100,50, oriel move HDMI-A-1")
    @Argument(
        help: ArgumentHelp(
            "top-left, top-right, bottom-left, bottom-right; X,Y in logical pixels of what panels leave; or an output's name.",
            valueName: "corner|X,Y|output"))
    var goal: MoveArgument
    @OptionGroup var target: TargetOptions
    func command() -> SessionCommand { .player(goal.command) }
}

/// `oriel resize WxH`.
struct ResizeCommand: RemoteCommand {
    static let configuration = CommandConfiguration(
        commandName: "resize", abstract: "Make Picture in Picture as large as fits into a size.")
    @Argument(help: ArgumentHelp("Width and height in logical pixels, as 640x360.", valueName: "WxH"))
    var size: SizeArgument
    @OptionGroup var target: TargetOptions
    func command() -> SessionCommand { .player(.resize(size.size)) }
}
