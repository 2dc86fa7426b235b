package import ArgumentParser
import Glibc
import Oriel
import OrielPictureInPicture
import OrielPlatform
package import OrielSceneHandoff
import OrielTexts
import OrielTransport

/// `oriel seek [+-]TIME`.
struct SeekCommand: RemoteCommand {
    static let configuration = CommandConfiguration(
        commandName: "seek",
        abstract: localized("Seek to a time, by a relative time, or to the live edge of a stream."),
        discussion: localized("Examples: oriel seek 1:30, oriel seek +10, oriel seek -10, oriel seek live"))
    @Argument(
        help: .localized("Seconds, MM:SS or HH:MM:SS, relative with + or -; or live.", valueName: "[+-]time|live"))
    var time: PlayerCommand.Seek
    @OptionGroup var target: TargetOptions
    func command() -> SessionCommand { .player(.seek(time)) }
}

/// Argument of `oriel seek`: an absolute or relative time, or `live`.
extension PlayerCommand.Seek: ExpressibleByArgument {
    package init?(argument: String) {
        if argument == "live" { self = .live; return }
        guard let (time, isRelative) = MediaTimeFormat.parseSeek(argument) else { return nil }
        self = isRelative ? .by(time) : .to(time)
    }
}

/// `oriel volume [+-]N`.
struct VolumeCommand: RemoteCommand {
    static let configuration = CommandConfiguration(
        commandName: "volume", abstract: localized("Set or change the volume."),
        discussion: localized("Examples: oriel volume 80, oriel volume +5, oriel volume -5"))
    @Argument(help: .localized("Volume in per cent, 0 to 130, or a change with + or -.", valueName: "[+-]n"))
    var volume: PlayerCommand.Volume
    @OptionGroup var target: TargetOptions
    func command() -> SessionCommand { .player(.volume(volume)) }
}

/// Argument of `oriel volume`: a volume or a step, in per cent.
extension PlayerCommand.Volume: ExpressibleByArgument {
    package init?(argument: String) {
        let loudest = PlaybackLimits.volume.upperBound
        guard let number = Int(argument), (-loudest...loudest).contains(number) else { return nil }
        self = argument.first == "+" || argument.first == "-" ? .by(number) : .to(number)
    }
}

/// `oriel track KIND next|off|N`.
struct TrackCommand: RemoteCommand {
    static let configuration = CommandConfiguration(
        commandName: "track", abstract: localized("Select an audio, video or subtitle track."),
        discussion: localized("Examples: oriel track subtitle off, oriel track audio 2, oriel track video next"))
    @Argument(help: .localized("Kind of track: audio, video or subtitle.", valueName: "kind"))
    var kind: PlayerCommand.TrackKind
    @Argument(
        help: .localized(
            "Next track, no track, or the track with this number in `oriel status --json`.", valueName: "next|off|n"))
    var choice: PlayerCommand.TrackChoice
    @OptionGroup var target: TargetOptions
    func command() -> SessionCommand { .player(.track(kind, choice)) }
}

/// Argument of `oriel track`: the kind of track.
extension PlayerCommand.TrackKind: ExpressibleByArgument {
    package static var allValueStrings: [String] { [] }
    package static let defaultCompletionKind = CompletionKind.list(["audio", "video", "subtitle"])
}

/// Argument of `oriel track`: the track to select.
extension PlayerCommand.TrackChoice: ExpressibleByArgument {
    package static var defaultCompletionKind: CompletionKind { Completions.tracks }
    package init?(argument: String) {
        switch argument {
        case "next": self = .next
        case "off": self = .off
        default:
            guard let number = Int(argument), (1...9999).contains(number) else { return nil }
            self = .number(number)
        }
    }
}

/// `oriel chapter next|previous|N`.
struct ChapterCommand: RemoteCommand {
    static let configuration = CommandConfiguration(
        commandName: "chapter", abstract: localized("Seek to a chapter."),
        discussion: localized(
            "previous seeks to the start of the chapter, or to the previous one within its first seconds."))
    @Argument(
        help: .localized(
            "Next chapter, previous chapter, or the chapter with this number, from 1.", valueName: "next|previous|n"))
    var choice: PlayerCommand.ChapterChoice
    @OptionGroup var target: TargetOptions
    func command() -> SessionCommand { .player(.chapter(choice)) }
}

/// Argument of `oriel chapter`: the chapter to seek to.
extension PlayerCommand.ChapterChoice: ExpressibleByArgument {
    package static let defaultCompletionKind = CompletionKind.list(["next", "previous"])
    package init?(argument: String) {
        switch argument {
        case "next": self = .next
        case "previous": self = .previous
        default:
            guard let number = Int(argument), (1...9999).contains(number) else { return nil }
            self = .number(number)
        }
    }
}

/// `oriel hwdec auto|no|vaapi`.
struct HardwareDecodingCommand: RemoteCommand {
    static let configuration = CommandConfiguration(
        commandName: "hwdec", abstract: localized("Decode the video by a graphics device, or in software."),
        discussion: localized(
            "Hardware begins at the next keyframe. `oriel status --json` says what is used, and why not."))
    @Argument(
        help: .localized(
            "auto (where it is known to work), no, or vaapi (where the device can).", valueName: "auto|no|vaapi"))
    var wish: PlayerCommand.HardwareDecoding
    @OptionGroup var target: TargetOptions
    func command() -> SessionCommand { .player(.hardwareDecoding(wish)) }
}

/// Argument of `oriel hwdec`.
extension PlayerCommand.HardwareDecoding: ExpressibleByArgument {}

/// `oriel screenshot [FILE]`.
struct ScreenshotCommand: RemoteCommand {
    static let configuration = CommandConfiguration(
        commandName: "screenshot",
        abstract: localized("Save the current frame as a PNG file: only the video, in its full size."),
        discussion:
            localized(
                "Without FILE: a new file in the desktop's folder for pictures, ~/Pictures or the home folder, named after medium and time."
            )
    )
    @Argument(help: .localized("File to write; an existing one is replaced.", valueName: "file"))
    var file: String?
    @OptionGroup var target: TargetOptions

    /// Resolves a relative path, since the player may run in another folder.
    func command() throws -> SessionCommand {
        guard let file else { return .player(.screenshot(nil)) }
        guard !file.isEmpty, file.utf8.count < 4096 else {
            throw ValidationError(localized("the file name is empty or too long"))
        }
        if file.hasPrefix("/") { return .player(.screenshot(file)) }
        guard let folder = getcwd(nil, 0) else { throw ValidationError(localized("the current folder was removed")) }
        defer { free(folder) }
        return .player(.screenshot(PathText.string(cString: folder) + "/" + file))
    }
}
