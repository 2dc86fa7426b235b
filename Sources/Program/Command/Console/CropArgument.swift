package import ArgumentParser
import OrielGeometry
import OrielPlayer
package import OrielSceneHandoff

/// Argument of `oriel crop` and value of `--crop`.
extension PlayerCommand.Crop: ExpressibleByArgument {
    package init?(argument: String) {
        switch argument {
        case "auto": self = .blackBars
        case "off": self = .off
        default:
            let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
            let sides = parts.last?.split(separator: "x", omittingEmptySubsequences: false) ?? []
            let numbers = (parts.dropLast() + sides).compactMap { Int($0) }
            guard parts.count == 3, sides.count == 2, numbers.count == 4,
                numbers.allSatisfy({ (0...65_536).contains($0) }), numbers[2] > 0, numbers[3] > 0
            else { return nil }
            self = .pixels(Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]))
        }
    }

    /// The crop of a player's form.
    var form: VideoCrop {
        switch self {
        case .off: .none
        case .blackBars: .blackBars
        case .pixels(let part): .pixels(part)
        }
    }

    package static var defaultCompletionKind: CompletionKind { .list(["auto", "off"]) }
}
