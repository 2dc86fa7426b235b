import ArgumentParser
import Glibc
import Oriel
import OrielPictureInPicture
import OrielPlatform
import OrielSceneHandoff

/// `oriel pause`.
struct PauseCommand: RemoteCommand {
    static let configuration = CommandConfiguration(commandName: "pause", abstract: "Pause.")
    @OptionGroup var target: TargetOptions
    func command() -> SessionCommand { .player(.pause) }
}

/// `oriel resume`.
struct ResumeCommand: RemoteCommand {
    static let configuration = CommandConfiguration(commandName: "resume", abstract: "Go on playing.")
    @OptionGroup var target: TargetOptions
    func command() -> SessionCommand { .player(.resume) }
}

/// `oriel play-pause`.
struct PlayPauseCommand: RemoteCommand {
    static let configuration = CommandConfiguration(
        commandName: "play-pause", abstract: "Pause, or go on playing.")
    @OptionGroup var target: TargetOptions
    func command() -> SessionCommand { .player(.playPause) }
}

/// `oriel seek [+-]TIME`.
struct SeekCommand: RemoteCommand {
    static let configuration = CommandConfiguration(
        commandName: "seek", abstract: "Go to a time, by a time from here, or to where a live stream is by now.",
        discussion: "oriel seek 1:30, oriel seek +10, oriel seek -10, oriel seek live")
    @Argument(
        help: ArgumentHelp(
            "Seconds, MM:SS or HH:MM:SS, with + or - from here; or 'live'.", valueName: "[+-]time|live"))
    var time: SeekArgument
    @OptionGroup var target: TargetOptions
    func command() -> SessionCommand { .player(.seek(time.seek)) }
}

/// Argument of `oriel seek`: an absolute or relative time, or `live`.
struct SeekArgument: ExpressibleByArgument {
    let seek: PlayerCommand.Seek
    init?(argument: String) {
        guard argument != "live" else {
            seek = .live
            return
        }
        guard let (time, isRelative) = MediaTimeFormat.parseSeek(argument) else { return nil }
        seek = isRelative ? .by(time) : .to(time)
    }
}

/// `oriel volume [+-]N`.
struct VolumeCommand: RemoteCommand {
    static let configuration = CommandConfiguration(
        commandName: "volume", abstract: "Set the volume, or change it.",
        discussion: "oriel volume 80, oriel volume +5, oriel volume -5")
    @Argument(help: ArgumentHelp("Per cent, 0 to 130, with + or - from what it is.", valueName: "[+-]n"))
    var volume: VolumeArgument
    @OptionGroup var target: TargetOptions
    func command() -> SessionCommand { .player(.volume(volume.volume)) }
}

/// Argument of `oriel volume`: a volume or a step, in per cent.
struct VolumeArgument: ExpressibleByArgument {
    let volume: PlayerCommand.Volume
    init?(argument: String) {
        guard let number = Int(argument), (-130...130).contains(number) else { return nil }
        volume = argument.first == "+" || argument.first == "-" ? .by(number) : .to(number)
    }
}

/// `oriel mute`.
struct MuteCommand: RemoteCommand {
    static let configuration = CommandConfiguration(commandName: "mute", abstract: "Mute, or unmute what was muted.")
    @OptionGroup var target: TargetOptions
    func command() -> SessionCommand { .player(.mute) }
}

/// `oriel track KIND next|off|N`.
struct TrackCommand: RemoteCommand {
    static let configuration = CommandConfiguration(
        commandName: "track", abstract: "Show other subtitles or another video, or play another sound.",
        discussion: "oriel track subtitle next, oriel track subtitle off, oriel track audio 2, oriel track video next")
    @Argument(help: ArgumentHelp("What kind of track: audio, video or subtitle.", valueName: "kind")) var kind:
        TrackKindArgument
    @Argument(help: ArgumentHelp("The next, none, or one by its number in `oriel status`.", valueName: "next|off|n"))
    var choice: TrackChoiceArgument
    @OptionGroup var target: TargetOptions
    func command() -> SessionCommand { .player(.track(kind.kind, choice.choice)) }
}

/// Argument of `oriel track`: the kind of track.
struct TrackKindArgument: ExpressibleByArgument {
    let kind: PlayerCommand.TrackKind
    init?(argument: String) {
        switch argument {
        case "subtitle": kind = .subtitle
        case "audio": kind = .audio
        case "video": kind = .video
        default: return nil
        }
    }
}

/// Argument of `oriel track`: the track to select.
struct TrackChoiceArgument: ExpressibleByArgument {
    let choice: PlayerCommand.TrackChoice
    init?(argument: String) {
        switch argument {
        case "next": choice = .next
        case "off": choice = .off
        default:
            guard let number = Int(argument), (1...9999).contains(number) else { return nil }
            choice = .number(number)
        }
    }
}

/// `oriel chapter next|previous|N`.
struct ChapterCommand: RemoteCommand {
    static let configuration = CommandConfiguration(
        commandName: "chapter", abstract: "Go to another chapter.",
        discussion: "previous goes to this chapter's beginning, or within its first seconds to the one before.")
    @Argument(help: ArgumentHelp("The next, the previous, or one by its number.", valueName: "next|previous|n"))
    var choice: ChapterArgument
    @OptionGroup var target: TargetOptions
    func command() -> SessionCommand { .player(.chapter(choice.choice)) }
}

/// Argument of `oriel chapter`: the chapter to seek to.
struct ChapterArgument: ExpressibleByArgument {
    let choice: PlayerCommand.ChapterChoice
    init?(argument: String) {
        switch argument {
        case "next": choice = .next
        case "previous": choice = .previous
        default:
            guard let number = Int(argument), (1...9999).contains(number) else { return nil }
            choice = .number(number)
        }
    }
}

/// `oriel screenshot [FILE]`.
struct ScreenshotCommand: RemoteCommand {
    static let configuration = CommandConfiguration(
        commandName: "screenshot", abstract: "Save the picture as a PNG file: the video alone, in its full size.",
        discussion:
            "Without a file: a new one in $XDG_PICTURES_DIR, ~/Pictures or the home folder, named after the medium and the time."
    )
    @Argument(help: ArgumentHelp("The file to write; one that is there is replaced.", valueName: "file"))
    var file: String?
    @OptionGroup var target: TargetOptions

    /// Resolves a relative path, since the player may run in another folder.
    func command() throws -> SessionCommand {
        guard let file else { return .player(.screenshot(nil)) }
        guard !file.isEmpty, file.utf8.count < 4096 else { throw ValidationError("no file is called so") }
        if file.hasPrefix("/") { return .player(.screenshot(file)) }
        guard let folder = getcwd(nil, 0) else { throw ValidationError("the folder that this is called in is gone") }
        defer { free(folder) }
        return .player(.screenshot(PathText.string(cString: folder) + "/" + file))
    }
}

/// `oriel quit`.
struct QuitCommand: RemoteCommand {
    static let configuration = CommandConfiguration(commandName: "quit", abstract: "End a player.")
    @OptionGroup var target: TargetOptions
    func command() -> SessionCommand { .player(.quit) }
}
