import ArgumentParser
import Foundation
import Glibc
import OrielStamps
import OrielTestSupport

struct ScreenshotCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "screenshot", abstract: "Saves what the session's compositor shows as a PNG file.")

    @Argument(help: "The file to write.") var file: String
    @Option(help: "The output's name.") var output: String?
    @Flag(help: "Print the stamps in it as JSON.") var stamps = false
    @Flag(help: "Prefer ext-image-copy-capture to screencopy.") var imageCopy = false

    func run() throws {
        let picture = try Screenshot.take(inSessionAt: sessionSocket(), output: output, prefersImageCopy: imageCopy)
        try PNGFile.write(picture, to: file)
        if stamps { try printJSON(StampReader.locate(in: picture)) }
    }
}

/// Prints a value as one line of JSON.
func printJSON(_ value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    var line = try encoder.encode(value)
    line.append(UInt8(ascii: "\n"))
    try FileHandle.standardOutput.write(contentsOf: line)
}
