import CFFmpeg
import Glibc
import OrielPlatform

/// Why a medium can't be played. One kind, one sentence.
public struct MediaError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What went wrong.
    public enum Kind: Hashable, Sendable {
        /// Nothing is there.
        case noSuchFile
        /// A folder is there.
        case isDirectory
        /// The file may not be read.
        case permissionDenied
        /// The file has no bytes.
        case emptyFile
        /// Nothing in it is of a format that libavformat knows, or it is text.
        case notMedia
        /// Its format is known, but it ends or breaks before what is needed to play it.
        case truncated
        /// The codec's name, or its four-character code.
        case unsupportedCodec(String)
        /// The same for its sound. The picture is played all the same.
        case unsupportedAudio(String)
        /// It has sound and no picture.
        case audioOnly
        /// It has neither picture nor sound (subtitles, data, nothing).
        case noStreams
        /// A file of subtitles has none that can be decoded.
        case noSubtitles
        /// A file that was to be heard with a medium.
        case noSound
        /// Its picture has no or negative size.
        case noSize
        /// Its picture is larger than is ever decoded.
        case tooLarge(width: Int, height: Int)
        /// Not one picture could be decoded.
        case undecodable
        /// From a media time on its pictures can't be decoded, since they are of another codec, where that is known. The rest is
        /// played.
        case picturesLost(from: Duration, codec: String?)
        /// The same for its sound.
        case soundLost(from: Duration)
        /// The server, the connection or the address failed; the words are the library's.
        case network(String)
        /// It is a page of the web, in which yt-dlp finds nothing to play; the words are that program's.
        case page(String)
        /// It lies here and names an address on the network, which `MediaPipeline.Options.allowsNetwork` would let it.
        case networkRefused(String)
        /// It names what it may not open: a device or a pipe, or, coming from the network, a file.
        case referenceRefused(String)
        /// Its chapters ask for an order of their own (ordered chapters of Matroska). It is played in the file's order.
        case orderedChapters
        /// Reading failed; the words are the system's.
        case unreadable(String)
        /// A list or a folder without a medium.
        case emptyList
        /// A list that stands in itself.
        case namesItself
        /// `close()` came first.
        case interrupted
        /// Memory ran out, or the library failed in a way of its own.
        case failed(String)
    }

    /// What went wrong.
    public var kind: Kind
    /// What was to be played, as the user wrote it.
    public var location: String

    /// What went wrong with what.
    package init(_ kind: Kind, _ location: MediaLocation) {
        self.kind = kind
        self.location = location.description
    }

    /// What `open` said.
    package init(errno number: CInt, _ location: MediaLocation) {
        let kind: Kind =
            switch number {
            case ENOENT, ENOTDIR: .noSuchFile
            case EACCES, EPERM: .permissionDenied
            case EISDIR: .isDirectory
            default: .unreadable(Libav.words(oriel_averror(number)))
            }
        self.init(kind, location)
    }

    /// `LOCATION: what happened`, one line.
    public var description: String { "\(PathText.shown(location)): \(reason)" }

    /// The sentence without the location.
    public var reason: String {
        switch kind {
        case .noSuchFile: "no such file"
        case .isDirectory: "is a directory"
        case .permissionDenied: "permission denied"
        case .emptyFile: "is empty"
        case .notMedia: "does not look like a media file"
        case .truncated: "is cut off or damaged: what is needed to play it is missing"
        case .unsupportedCodec(let name): "its video codec (\(name)) can't be decoded here"
        case .unsupportedAudio(let name): "its audio codec (\(name)) can't be decoded here; it plays silently"
        case .audioOnly: "has sound but no video"
        case .noStreams: "has no video"
        case .noSubtitles: "has no subtitles that can be shown"
        case .noSound: "has no sound"
        case .noSize: "its picture has no size"
        case .tooLarge(let width, let height):
            "its picture is too large: \(width)×\(height) (at most \(PictureLimits.side) a side "
                + "and \(PictureLimits.pixels / 1_000_000) megapixels)"
        case .undecodable: "none of its pictures can be decoded"
        case .picturesLost(let time, let codec):
            "from \(Self.clock(time)) on its pictures can't be decoded"
                + (codec.map { ", for they become \($0) there" } ?? "") + "; the rest is played"
        case .soundLost(let time): "from \(Self.clock(time)) on its sound can't be decoded; the rest is played"
        case .network(let words): "can't be reached: \(words)"
        case .page(let words): "is no media file, and yt-dlp finds none in it: \(words)"
        case .networkRefused(let address): "names an address on the network (\(address)); --allow-network lets it"
        case .referenceRefused(let address): "names what it may not open (\(address))"
        case .orderedChapters: "its chapters ask for another order (ordered chapters); it is played as the file is"
        case .unreadable(let words): "can't be read: \(words)"
        case .emptyList: "has nothing that can be played"
        case .namesItself: "names itself, which is not followed"
        case .interrupted: "opening it was interrupted"
        case .failed(let words): "can't be played: \(words)"
        }
    }

    /// Minutes and seconds.
    private static func clock(_ time: Duration) -> String {
        let seconds = max(0, time.components.seconds)
        return "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)"
    }
}

/// How large a picture may be. A crafted header must not make us allocate gigabytes.
enum PictureLimits {
    static let side = 16384
    static let pixels = 1 << 27
}
