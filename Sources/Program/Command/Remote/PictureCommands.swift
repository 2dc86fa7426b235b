package import ArgumentParser
package import OrielSceneHandoff
import OrielTexts

/// `oriel crop X,Y,WxH|auto|off`.
struct CropCommand: RemoteCommand {
    static let configuration = CommandConfiguration(
        commandName: "crop", abstract: localized("Show a part of the video, or all but its black bars."),
        discussion: localized(
            """
            X,Y,WxH is a part of the upright video in its own pixels; the overlay takes its shape. auto looks for black \
            bars while the video plays. Examples: oriel crop 0,140,1920x800, oriel crop auto, oriel crop off
            """))
    @Argument(help: .localized("A part in pixels, auto or off.", valueName: "X,Y,WxH|auto|off"))
    var crop: PlayerCommand.Crop
    @OptionGroup var target: TargetOptions
    func command() -> SessionCommand { .player(.crop(crop)) }
}

/// `oriel zoom PERCENT|in|out|off`.
struct ZoomCommand: RemoteCommand {
    static let configuration = CommandConfiguration(
        commandName: "zoom", abstract: localized("Enlarge the picture within its window or overlay."),
        discussion: localized("Examples: oriel zoom 150%, oriel zoom in, oriel zoom off"))
    @Argument(help: .localized("100% to 800%, in, out or off.", valueName: "percent|in|out|off"))
    var zoom: PlayerCommand.Zoom
    @OptionGroup var target: TargetOptions
    func command() -> SessionCommand { .player(.zoom(zoom)) }
}

/// Argument of `oriel zoom`.
extension PlayerCommand.Zoom: ExpressibleByArgument {
    package init?(argument: String) {
        switch argument {
        case "in": self = .by(1)
        case "out": self = .by(-1)
        case "off": self = .to(100)
        default:
            guard let percent = Int(argument.last == "%" ? String(argument.dropLast()) : argument),
                (100...800).contains(percent)
            else { return nil }
            self = .to(percent)
        }
    }

    package static var defaultCompletionKind: CompletionKind { .list(["150%", "200%", "in", "out", "off"]) }
}
