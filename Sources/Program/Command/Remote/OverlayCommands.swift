package import ArgumentParser
import OrielGeometry
package import OrielSceneHandoff
import OrielTexts

/// Target of `oriel move`: a corner, a position or an output.
package struct MoveArgument: ExpressibleByArgument {
    package let command: PlayerCommand

    /// Parses the argument; nil if it is no corner, no position and can't be an output's name.
    package init?(argument: String) {
        if let corner = Corner(rawValue: argument) {
            command = .move(corner)
        } else if argument.contains(",") {
            let parts = argument.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
            guard parts.count == 2, let x = parts[0], let y = parts[1], Self.lengths.contains(x),
                Self.lengths.contains(y)
            else { return nil }
            command = .moveTo(Point(x: x, y: y))
        } else {
            guard !argument.isEmpty, argument.utf8.count <= 256 else { return nil }
            command = .moveToOutput(argument)
        }
    }

    package static var defaultCompletionKind: CompletionKind { Completions.places }

    /// Valid coordinates; far more than any screen has.
    private static let lengths = -65_536...65_536
}

/// `oriel peek on|off|toggle`.
struct PeekCommand: RemoteCommand {
    static let configuration = CommandConfiguration(
        commandName: "peek",
        abstract: localized("Fade the overlay, and let clicks pass through it, until you look again."),
        discussion: localized("[pip] hover = \"peek\" does it under the pointer. Bind oriel peek toggle to a key."))

    enum Wish: String, CaseIterable, ExpressibleByArgument { case on, off, toggle }

    @Argument(help: .localized("on, off or toggle.", valueName: "on|off|toggle")) var wish = Wish.toggle
    @OptionGroup var target: TargetOptions
    func command() -> SessionCommand { .player(.peek(wish == .toggle ? nil : wish == .on)) }
}
