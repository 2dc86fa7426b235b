import CFFmpeg
import Glibc
import OrielPlatform
import OrielTexts

/// Reason why a medium can't be played: one kind, shown as one sentence.
public struct MediaError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure.
    public enum Kind: Hashable, Sendable {
        /// The path doesn't exist.
        case noSuchFile
        /// The path is a folder.
        case isDirectory
        /// The file may not be read.
        case permissionDenied
        /// The file has no bytes.
        case emptyFile
        /// No demuxer of libavformat recognises the format, or it is text.
        case notMedia
        /// The format is known, but the file ends or is damaged before the parts needed to play it.
        case truncated
        /// No decoder for the video codec: its name, or its four-character code.
        case unsupportedCodec(String)
        /// No decoder for the audio codec. The video is played without sound.
        case unsupportedAudio(String)
        /// The medium has audio but no video.
        case audioOnly
        /// The medium has neither video nor audio (only subtitles, data, or nothing).
        case noStreams
        /// A subtitle file has no subtitles that can be decoded.
        case noSubtitles
        /// A file named as an audio file has no audio.
        case noSound
        /// The video's width or height is zero or negative.
        case noSize
        /// The video is larger than `PictureLimits` allows.
        case tooLarge(width: Int, height: Int)
        /// No frame could be decoded.
        case undecodable
        /// The video can't be decoded from a media time on because its codec changed to `codec`, if known. The rest is
        /// played.
        case picturesLost(from: Duration, codec: String?)
        /// The audio can't be decoded from a media time on. The rest is played.
        case soundLost(from: Duration)
        /// The server, the connection or the address failed, in the library's words.
        case network(String)
        /// A web page in which yt-dlp finds nothing to play, in that program's words.
        case page(String)
        /// A local file names an address on the network, which `MediaPipeline.Options.allowsNetwork` would permit.
        case networkRefused(String)
        /// The medium names an address that it may not open: a device or a pipe. For a medium from the network, also a
        /// file.
        case referenceRefused(String)
        /// Ordered chapters (Matroska) are not supported; the medium is played in the file's order.
        case orderedChapters
        /// Reading failed, in the system's words.
        case unreadable(String)
        /// A part of the file is left out, in the library's words.
        case cut(String)
        /// A playlist or folder without media.
        case emptyList
        /// A playlist that contains itself.
        case namesItself
        /// `close()` was called while the medium was being opened.
        case interrupted
        /// Memory ran out, or the library failed in a way not listed here.
        case failed(String)
    }

    /// The kind of failure.
    public var kind: Kind
    /// The medium's location, as the user wrote it.
    public var location: String

    /// Makes the error of a kind for a location.
    package init(_ kind: Kind, _ location: MediaLocation) {
        self.kind = kind
        self.location = location.description
    }

    /// Makes the error for an `errno` of `open`.
    package init(errno number: CInt, _ location: MediaLocation) {
        let kind: Kind =
            switch number {
            case ENOENT, ENOTDIR: .noSuchFile
            case EACCES, EPERM: .permissionDenied
            case EISDIR: .isDirectory
            default: .unreadable(String(cString: strerror(number)))
            }
        self.init(kind, location)
    }

    /// One line of the form `LOCATION: reason`, in which long names are cut.
    public var description: String { "\(PathText.brief(location)): \(reason)" }

    /// The sentence without the location.
    public var reason: String {
        switch kind {
        case .noSuchFile: localized("no such file")
        case .isDirectory: localized("is a directory")
        case .permissionDenied: localized("permission denied")
        case .emptyFile: localized("is empty")
        case .notMedia: localized("does not look like a media file")
        case .truncated: localized("is cut off or damaged: data needed to play it is missing")
        case .unsupportedCodec(let name): localized("its video codec (\(name)) can't be decoded here")
        case .unsupportedAudio(let name):
            localized("its audio codec (\(name)) can't be decoded here; it plays silently")
        case .audioOnly: localized("has sound but no video")
        case .noStreams: localized("has no video")
        case .noSubtitles: localized("has no subtitles that can be shown")
        case .noSound: localized("has no sound")
        case .noSize: localized("its video has no size")
        case .tooLarge(let width, let height):
            localized(
                """
                its video is too large: \(width)×\(height) (at most \(PictureLimits.side) pixels per side and \
                \(PictureLimits.pixels / 1_000_000) megapixels)
                """)
        case .undecodable: localized("none of its frames can be decoded")
        case .picturesLost(let time, let codec):
            if let codec {
                localized(
                    """
                    its video can't be decoded from \(Self.clock(time)) on, where its codec changes to \(codec); the \
                    rest is played
                    """)
            } else {
                localized("its video can't be decoded from \(Self.clock(time)) on; the rest is played")
            }
        case .soundLost(let time):
            localized("its sound can't be decoded from \(Self.clock(time)) on; the rest is played")
        case .network(let words): localized("can't be reached: \(words)")
        case .page(let words): localized("is not a media file, and yt-dlp found no media on the page: \(words)")
        case .networkRefused(let address):
            localized("the reference to the network address \(PathText.brief(address)) needs --allow-network")
        case .referenceRefused(let address): localized("the reference to \(PathText.brief(address)) is not allowed")
        case .orderedChapters: localized("has ordered chapters, which are not supported; it is played in file order")
        case .unreadable(let words): localized("can't be read: \(words)")
        case .cut(let words): words
        case .emptyList: localized("has nothing that can be played")
        case .namesItself: localized("contains itself; this entry is skipped")
        case .interrupted: localized("opening was interrupted")
        case .failed(let words): localized("can't be played: \(words)")
        }
    }

    /// Formats a time such as `2:03`.
    package static func clock(_ time: Duration) -> String { ClockText.text(time) }
}
