import ArgumentParser
import Logging
import Oriel
import OrielGeometry
import OrielPlatform
import OrielTexts

/// Options for the overlay of a program that floats.
struct OverlayOptions: ParsableArguments {
    @Option(help: .localized("Kind of Picture-in-Picture surface: auto, layer, xx-pip or toplevel.")) var surface:
        SurfaceKind?
    @Option(
        help: .localized("Output for Picture in Picture, by its connector's name.", valueName: "name"),
        completion: Completions.outputs)
    var output: String?
    @Option(
        help: .localized("Initial size of Picture in Picture in logical pixels, such as 480x270.", valueName: "WxH"))
    var size: Size?
    @Option(help: .localized("Initial corner of Picture in Picture: top-left, top-right, bottom-left or bottom-right."))
    var corner: Corner?

    /// Replaces what the options name.
    func apply(to options: inout PictureInPictureOptions) {
        if let surface { options.surface = surface }
        if let output { options.output = output }
        if let size { options.size = size }
        if let corner { options.corner = corner }
    }
}

/// Options for the log of a program that plays or floats.
struct LogOptions: ParsableArguments {
    @Flag(name: .shortAndLong, help: .localized("Log more; repeat it for debug messages.")) var verbose: Int
    @Option(help: .localized("Also append the log to a file.", valueName: "file")) var logFile: String?

    /// Begins the log, and reads the configuration, whose faults are logged.
    /// - Parameter command: the command's name.
    func begin(_ command: String) throws -> Configuration {
        let level: Logger.Level = [.notice, .info, .debug][min(verbose, 2)]
        do { try Log.bootstrap(level: level, file: logFile) } catch {
            throw CommandFailureLine(command, "\(error)", advice: "choose another --log-file")
        }
        let (configuration, warnings) = ConfigurationFile.load()
        for warning in warnings { Logger(label: "oriel").warning("\(warning)") }
        return configuration
    }
}
