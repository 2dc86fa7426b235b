import ArgumentParser
import Glibc
import OrielGeometry
import OrielTestSupport

struct KeyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "Presses chords such as Super+i on a virtual keyboard, one after the other.")

    @Argument(help: "The chords.") var chords: [String]
    @Option(help: "Milliseconds between plugging in, pressing and unplugging.") var pause = 50

    func run() throws {
        let keyboard = try VirtualKeyboard(socket: sessionSocket())
        for chord in chords {
            usleep(UInt32(clamping: pause * 1000))
            try keyboard.press(chord)
        }
        usleep(UInt32(clamping: pause * 1000))
    }
}

struct PointerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pointer", abstract: "Plays a virtual mouse.",
        discussion: """
            Steps are words, done in order: move X,Y · click · double-click · middle-click · right-click · drag X,Y X,Y · \
            scroll N · wait MS.
            """)

    @Argument(help: "The steps.") var steps: [String]
    @Option(help: "The size of the layout.") var extent = "1280x720"

    func run() throws {
        let pointer = try VirtualPointer(socket: sessionSocket(), extent: parsedSize(extent))
        var words = steps[...]
        while let word = words.popFirst() {
            switch word {
            case "move": try pointer.move(to: point(&words))
            case "click": try pointer.click()
            case "double-click": try pointer.click(count: 2)
            case "middle-click": try pointer.click(.middle)
            case "right-click": try pointer.click(.right)
            case "drag": try pointer.drag(from: point(&words), to: point(&words))
            case "scroll": try pointer.scroll(y: number(&words))
            case "wait": usleep(UInt32(clamping: try number(&words) * 1000))
            default: throw ValidationError("\(word) is no step")
            }
        }
        usleep(50_000)
    }

    private func number(_ words: inout ArraySlice<String>) throws -> Int {
        guard let number = words.popFirst().flatMap({ Int($0) }) else { throw ValidationError("a number is missing") }
        return number
    }

    private func point(_ words: inout ArraySlice<String>) throws -> Point {
        let numbers = (words.popFirst() ?? "").split(separator: ",").compactMap { Int($0) }
        guard numbers.count == 2 else { throw ValidationError("a place X,Y is missing") }
        return Point(x: numbers[0], y: numbers[1])
    }
}
