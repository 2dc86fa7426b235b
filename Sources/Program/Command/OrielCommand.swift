import ArgumentParser
import Glibc
import OrielLibav
import OrielPlatform
import OrielTexts

/// The root command `oriel`; each subcommand has its own file or shares one with related ones.
struct OrielCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "oriel", abstract: localized("Picture in Picture for Wayland."),
        discussion: localized("Run oriel play video.mkv, then press i in its window or run oriel toggle."),
        version: Release.version,
        subcommands: [
            PlayCommand.self, FloatCommand.self, PlainCommand<Toggle>.self, PlainCommand<Swap>.self,
            PlainCommand<Pause>.self, PlainCommand<Resume>.self, PlainCommand<PlayPause>.self, SeekCommand.self,
            VolumeCommand.self, PlainCommand<Mute>.self, TrackCommand.self, ChapterCommand.self,
            HardwareDecodingCommand.self, PlainCommand<Next>.self, PlainCommand<Previous>.self, AddCommand.self,
            ScreenshotCommand.self, CropCommand.self, ZoomCommand.self, MoveCommand.self, ResizeCommand.self,
            PlainCommand<Stash>.self, PlainCommand<Unstash>.self, PlainCommand<Lock>.self, PlainCommand<Unlock>.self,
            PeekCommand.self, PlainCommand<Focus>.self, PlainCommand<Restore>.self, PlainCommand<Close>.self,
            QuitCommand.self, StatusCommand.self, WatchCommand.self, DoctorCommand.self,
            BindCommand.self, BrowserCommand.self, ConfigCommand.self, NewAppCommand.self, ManualCommand.self,
        ])
}

@main
enum Main {
    static func main() {
        StandardOutput.guardClosed()
        Localization.begin(in: translations)
        skipLibraryEnds()
        ProcessMemory.bound()
        let given = words.dropFirst()
        if given.contains("--trace-start") { StartTrace.begin() }
        let arguments = arguments(given)
        if arguments.count > 1, arguments.first == "play" { FFmpegLibraries.openAhead() }
        do {
            var command = try UsageLine.parse(arguments)
            try command.run()
        } catch let failure as CommandFailureLine {
            writeLine(failure.description, to: STDERR_FILENO)
            exit(1)
        } catch {
            guard UsageLine.isUsage(error) else { OrielCommand.exit(withError: error) }
            writeLine(UsageLine.text(for: error, arguments), to: STDERR_FILENO)
            exit(ExitCode.validationFailure.rawValue)
        }
    }

    /// Has `exit` end the process before the libraries' destructors run (`on_exit`): other threads may still be opening
    /// libraries, or be within their calls.
    ///
    /// glibc runs the constructors of a library again if another one that needs it is opened after its destructors.
    /// Then libgomp, which FFmpeg needs, aborts.
    private static func skipLibraryEnds() {
        on_exit(
            { status, _ in
                _exit(StandardOutput.finish(status))
            }, nil)
    }

    /// The folder of translations: that beside the program, `PREFIX/share/locale` for `PREFIX/bin/oriel`, or else the
    /// user's, where scripts/install puts them.
    private static var translations: String {
        let beside = BindCommand.path().split(separator: "/").dropLast(2).map { "/" + $0 }.joined() + "/share/locale"
        guard access(beside, F_OK) != 0 else { return beside }
        let variable = { (name: String) in getenv(name).map { String(cString: $0) } ?? "" }
        let data = variable("XDG_DATA_HOME")
        return (data.hasPrefix("/") ? data : variable("HOME") + "/.local/share") + "/locale"
    }

    /// The program's arguments. `CommandLine.arguments` would replace bytes of file names that aren't UTF-8.
    private static var words: [String] {
        (0..<Int(CommandLine.argc)).compactMap { CommandLine.unsafeArgv[$0] }.map { PathText.string(cString: $0) }
    }

    /// Completes the arguments for the parser: `play` if there are none, as when started from a menu, or if the first
    /// one is a medium; `--` before negative values, as in `oriel seek -10`, `oriel volume -5` and `oriel move -5,10`,
    /// which the parser would take for options. A browser starts the program with arguments of its own.
    static func arguments(_ given: some Collection<String>) -> [String] {
        guard let first = given.first else { return ["play"] }
        if BrowserManifest.isStart(given) { return ["browser", "host"] }
        if UsageLine.isMedium(first) { return ["play"] + given }
        let isDistance: (String) -> Bool =
            switch given.first {
            case "seek": { MediaTimeFormat.parseSeek($0) != nil }
            case "volume": { Int($0) != nil }
            case "move": { $0.contains(",") && MoveArgument(argument: $0) != nil }
            default: { _ in false }
            }
        guard let distance = given.first(where: { $0.first == "-" && isDistance($0) }) else { return Array(given) }
        return given.filter { $0 != distance && $0 != "--" } + ["--", distance]
    }
}
