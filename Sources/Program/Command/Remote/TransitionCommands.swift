import ArgumentParser
import OrielGeometry
import OrielSceneHandoff
import OrielTexts

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
