import ArgumentParser
import OrielGeometry
import OrielMedia
import OrielStamps
import OrielTestSupport

struct ClipCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clip", abstract: "Makes a test clip with ffmpeg.",
        discussion:
            "Each frame of a stamped clip carries its stream's colour and its index; --pretty makes one to look at.")

    @Argument(help: "The file to write.") var output: String
    @Option(help: "The stream's colour: \(StampColor.allCases.map(\.name).joined(separator: ", ")).")
    var stream = "green"
    @Option(help: "Width and height, as 1280x720.") var size = "1280x720"
    @Option(help: "Frames per second, as 30 or 30000/1001.") var rate = "30"
    @Option(help: "The number of frames.") var frames = 300
    @Option(help: "ffmpeg's encoder.") var codec = "libx264"
    @Option(help: "ffmpeg's muxer.") var container = "mp4"
    @Option(help: "ffmpeg's pixel format.") var pixelFormat = "yuv420p"
    @Option(help: "B-frames between others.") var bFrames: Int?
    @Option(help: "Frames between key frames.") var keyInterval: Int?
    @Option(help: "How long the frames last, in frames, as 1,3,2: a variable rate.") var durations = ""
    @Option(parsing: .remaining, help: "Further output options of ffmpeg; last on the line.") var extra: [String] = []
    @Option(help: "A moving picture to look at instead: waves or hills.") var pretty: String?
    @Flag(help: "With --pretty: chords to hear and lines to read.") var soundAndSubtitles = false

    func run() throws {
        let size = try parsedSize(size)
        let rate = try parsedRate()
        if let pretty {
            try PrettyClip(
                motif: pretty, size: size, rate: rate, frames: frames, hasSoundAndSubtitles: soundAndSubtitles
            ).write(to: output)
            return
        }
        guard let stream = StampColor(name: stream) else { throw ValidationError("no stream is called \(stream)") }
        try StampedClip(
            stream: stream, size: size, rate: rate, frames: frames, codec: codec, container: container,
            pixelFormat: pixelFormat, bFrames: bFrames, keyInterval: keyInterval,
            durations: durations.split(separator: ",").compactMap { Int($0) }, extra: extra
        ).write(to: output)
    }

    private func parsedRate() throws -> Rational {
        let numbers = rate.split(separator: "/").compactMap { Int($0) }
        guard (1...2).contains(numbers.count), numbers.allSatisfy({ $0 > 0 }) else {
            throw ValidationError("\(rate) is no rate")
        }
        return Rational(numbers[0], numbers.count == 2 ? numbers[1] : 1)
    }
}

/// Parses a size such as 1280x720.
func parsedSize(_ text: String) throws -> Size {
    let numbers = text.split(separator: "x").compactMap { Int($0) }
    guard numbers.count == 2, numbers.allSatisfy({ (1...16384).contains($0) }) else {
        throw ValidationError("\(text) is no size")
    }
    return Size(width: numbers[0], height: numbers[1])
}
