package import OrielGeometry

/// A command to one player from outside: from `oriel`, a hotkey or a media key.
package enum PlayerCommand: Hashable, Sendable {
    /// Enters or leaves Picture in Picture.
    case toggle
    case pause
    case resume
    case playPause
    case seek(Seek)
    /// Restores the window from Picture in Picture.
    case restore
    /// Ends Picture in Picture without a restore.
    case close
    case stash
    case unstash
    /// Makes clicks pass through the overlay.
    case lock
    case unlock
    /// Gives the overlay keyboard focus until the user presses Esc.
    case focus
    /// Fades the overlay so that what lies below is seen and takes clicks, or no more; nil for the other of both.
    case peek(Bool?)
    case volume(Volume)
    /// Mutes, or unmutes if muted.
    case mute
    /// Selects a track of a kind.
    case track(TrackKind, TrackChoice)
    case chapter(ChapterChoice)
    /// Decodes by a graphics device, or in software.
    case hardwareDecoding(HardwareDecoding)
    /// Saves the current frame to this file and replaces it if it exists; nil chooses a new file.
    case screenshot(String?)
    /// Plays the next item of the playlist.
    case next
    /// Plays the previous item of the playlist.
    case previous
    /// Appends a medium, or the contents of a playlist or folder, to the playlist; an absolute path or a URL.
    case add(String)
    case move(Corner)
    /// Moves the overlay's upper left corner to this point of the output's usable area, in logical pixels, as near as
    /// possible.
    case moveTo(Point)
    /// Moves the overlay to another output, named by its connector.
    case moveToOutput(String)
    /// Resizes the overlay, in logical pixels; the aspect ratio may make it smaller.
    case resize(Size)
    case crop(Crop)
    case zoom(Zoom)
    /// Ends the player.
    case quit

    package enum Seek: Hashable, Sendable {
        /// Seeks to a media time.
        case to(Duration)
        /// Seeks by a duration; negative is backwards.
        case by(Duration)
        /// Seeks to the live edge of a live stream.
        case live
    }

    package enum TrackKind: String, Hashable, Sendable, CaseIterable { case audio, video, subtitle }

    package enum HardwareDecoding: String, Hashable, Sendable, CaseIterable { case auto, no, vaapi }

    package enum ChapterChoice: Hashable, Sendable {
        case next
        case previous
        /// Number of the chapter, from 1.
        case number(Int)
    }

    package enum TrackChoice: Hashable, Sendable {
        case next
        case off
        /// Number of the track, from 1.
        case number(Int)
    }

    package enum Volume: Hashable, Sendable {
        /// Volume in per cent.
        case to(Int)
        case by(Int)
    }

    package enum Crop: Hashable, Sendable {
        /// The whole video.
        case off
        /// Without black bars.
        case blackBars
        /// A part of the upright video, in its pixels as stored.
        case pixels(Rect)
    }

    package enum Zoom: Hashable, Sendable {
        /// Enlargement in per cent.
        case to(Int)
        /// Steps of a key; inwards is positive.
        case by(Int)
    }

    /// Whether the command needs a player in Picture in Picture.
    package var concernsPictureInPicture: Bool {
        switch self {
        case .restore, .close, .stash, .unstash, .lock, .unlock, .focus, .peek, .move, .moveTo, .moveToOutput, .resize:
            true
        default: false
        }
    }

    /// Whether the command ends the player, so that a hang-up counts as success.
    package var mayEndPlayer: Bool { self == .quit || self == .close }
}

extension PlayerCommand.TrackKind: WireValue {}
extension PlayerCommand.HardwareDecoding: WireValue {}

extension PlayerCommand: WireValue {
    package func write(to writer: inout MessageWriter) {
        switch self {
        case .toggle: writer.write(case: 0)
        case .pause: writer.write(case: 1)
        case .resume: writer.write(case: 2)
        case .playPause: writer.write(case: 3)
        case .seek(.to(let time)): writer.write(case: 4, time)
        case .seek(.by(let time)): writer.write(case: 5, time)
        case .seek(.live): writer.write(case: 19)
        case .restore: writer.write(case: 6)
        case .close: writer.write(case: 7)
        case .stash: writer.write(case: 8)
        case .unstash: writer.write(case: 9)
        case .volume(.to(let value)): writer.write(case: 10, value)
        case .volume(.by(let value)): writer.write(case: 11, value)
        case .mute: writer.write(case: 12)
        case .move(let corner): writer.write(case: 13, corner)
        case .resize(let size): writer.write(case: 14, size)
        case .quit: writer.write(case: 15)
        case .track(let kind, let choice):
            writer.write(case: 16, kind)
            switch choice {
            case .next: writer.write(-1)
            case .off: writer.write(0)
            case .number(let number): writer.write(number)
            }
        case .chapter(let choice):
            writer.write(case: 17)
            switch choice {
            case .next: writer.write(-1)
            case .previous: writer.write(-2)
            case .number(let number): writer.write(number)
            }
        case .screenshot(let path): writer.write(case: 18, path)
        case .next: writer.write(case: 48)
        case .previous: writer.write(case: 49)
        case .add(let media): writer.write(case: 50, media)
        case .moveTo(let point): writer.write(case: 32, point)
        case .moveToOutput(let name): writer.write(case: 33, name)
        case .lock: writer.write(case: 34)
        case .unlock: writer.write(case: 35)
        case .focus: writer.write(case: 36)
        case .hardwareDecoding(let wish): writer.write(case: 64, wish)
        case .crop(.off): writer.write(case: 65)
        case .crop(.blackBars): writer.write(case: 66)
        case .crop(.pixels(let part)): writer.write(case: 67, part)
        case .zoom(.to(let percent)): writer.write(case: 68, percent)
        case .zoom(.by(let steps)): writer.write(case: 69, steps)
        case .peek(let isWanted): writer.write(case: 70, isWanted)
        }
    }

    package init(from reader: inout MessageReader) throws(MessageError) {
        switch try reader.value(UInt8.self) {
        case 0: self = .toggle
        case 1: self = .pause
        case 2: self = .resume
        case 3: self = .playPause
        case 4: self = .seek(.to(try reader.value()))
        case 5: self = .seek(.by(try reader.value()))
        case 6: self = .restore
        case 7: self = .close
        case 8: self = .stash
        case 9: self = .unstash
        case 10: self = .volume(.to(try reader.value()))
        case 11: self = .volume(.by(try reader.value()))
        case 12: self = .mute
        case 13: self = .move(try reader.value())
        case 14: self = .resize(try reader.value())
        case 15: self = .quit
        case 16:
            let kind = try reader.value(TrackKind.self)
            switch try reader.value(Int.self) {
            case -1: self = .track(kind, .next)
            case 0: self = .track(kind, .off)
            case let number where number > 0: self = .track(kind, .number(number))
            default: throw .value
            }
        case 17:
            switch try reader.value(Int.self) {
            case -1: self = .chapter(.next)
            case -2: self = .chapter(.previous)
            case let number where number > 0: self = .chapter(.number(number))
            default: throw .value
            }
        case 18: self = .screenshot(try reader.value())
        case 19: self = .seek(.live)
        case 48: self = .next
        case 49: self = .previous
        case 50: self = .add(try reader.value())
        case 32: self = .moveTo(try reader.value())
        case 33: self = .moveToOutput(try reader.value())
        case 34: self = .lock
        case 35: self = .unlock
        case 36: self = .focus
        case 64: self = .hardwareDecoding(try reader.value())
        case 65: self = .crop(.off)
        case 66: self = .crop(.blackBars)
        case 67: self = .crop(.pixels(try reader.value()))
        case 68: self = .zoom(.to(try reader.value()))
        case 69: self = .zoom(.by(try reader.value()))
        case 70: self = .peek(try reader.value())
        default: throw .value
        }
    }
}
