import CLinux
import Glibc
package import OrielLibav
import OrielPlatform

/// Media behind a location: the contents of folders and local playlists, in order. Reads files and folders but opens no
/// medium.
package struct MediaListing: Sendable {
    /// The media to play.
    package private(set) var media: [MediaLocation] = []
    /// Reasons why entries were left out.
    package private(set) var problems: [MediaError] = []

    /// Whether the location is a playlist or folder.
    package private(set) var isList = false

    private let allowsNetwork: Bool
    /// Playlists and folders that are being read, to detect one that contains itself.
    private var open: [FileIdentity] = []
    private var isFull = false
    private var namesRead = 0
    /// Playlists that were read, and those of them that are being read.
    private var (lists, openLists) = (0, 0)

    /// Longest time for reading folders inside folders; the user's own folder is read whole.
    private let limit: Duration
    /// Host time at which that time ends; nil before the first such folder.
    private var deadline: Duration?
    /// Whether that time was over.
    private var isCut = false

    /// Largest nesting depth of playlists and folders.
    private static let depth = 8
    /// Largest playlist in bytes.
    private static let largest = 4 << 20
    private static let media: Set<String> = [
        "3gp", "aac", "ac3", "aif", "aiff", "alac", "amr", "ape", "asf", "au", "avi", "dts", "dv", "f4v", "flac", "flv",
        "gif",
        "ivf", "m2t", "m2ts", "m2v", "m4a", "m4b", "m4v", "mka", "mkv", "mov", "mp2", "mp3", "mp4", "mpc", "mpeg",
        "mpg",
        "mts", "mxf", "nut", "oga", "ogg", "ogm", "ogv", "opus", "qt", "rm", "rmvb", "spx", "tak", "ts", "tta", "vob",
        "wav",
        "webm", "wma", "wmv", "wv", "y4m",
    ]

    /// Lists the media of a location.
    /// - Parameters:
    ///   - allowsNetwork: whether a local playlist may name addresses on the network.
    ///   - limit: longest time for reading folders inside folders.
    package init(of location: MediaLocation, allowsNetwork: Bool, limit: Duration = .seconds(5)) {
        self.allowsNetwork = allowsNetwork
        self.limit = limit
        guard case .path(let path) = location else {
            media = [location]
            return
        }
        add(path, from: nil)
        if isList, media.isEmpty, problems.isEmpty { problems.append(MediaError(.emptyList, location)) }
    }

    /// Adds a path.
    /// Any name and kind of a path that the user named is accepted.
    /// - Parameter list: the playlist or folder that has the path; nil if the user named it.
    private mutating func add(_ path: String, from list: String?) {
        guard !isFull, problems.count < PlaylistText.limit else { return }
        guard let identity = FileIdentity(of: path) else { return append(.path(path)) }
        switch identity.kind {
        case .folder: within(identity, path) { $0.addFolder(path) }
        case .file where PlaylistText.isPlaylist(path):
            let limits = TextLimits()
            guard openLists < limits.depth else {
                return problems.append(MediaError(.failed("playlists are nested too deeply"), .path(path)))
            }
            lists += 1
            guard lists <= limits.lists else {
                isFull = true
                let words = "at most \(limits.lists) playlists are read; the rest is skipped"
                return problems.append(MediaError(.failed(words), .path(path)))
            }
            guard let (text, encoding) = Self.text(of: path) else {
                return problems.append(
                    MediaError(.failed("it is too large for a playlist, or can't be read"), .path(path)))
            }
            // An HLS manifest describes one stream.
            guard !PlaylistText.isManifest(text) else { return append(.path(path)) }
            openLists += 1
            defer { openLists -= 1 }
            within(identity, path) { $0.addEntries(of: text, encoding, from: path) }
        case .file: append(.path(path))
        case .other:
            // A playlist may only name files: opening a device or a pipe may block the player or have effects.
            guard let list else { return append(.path(path)) }
            problems.append(MediaError(.referenceRefused(path), .path(list)))
        }
    }

    private mutating func within(_ identity: FileIdentity, _ path: String, _ body: (inout Self) -> Void) {
        isList = true
        guard !open.contains(identity) else { return problems.append(MediaError(.namesItself, .path(path))) }
        guard open.count < Self.depth else {
            return problems.append(MediaError(.failed("playlists and folders are nested too deeply"), .path(path)))
        }
        open.append(identity)
        body(&self)
        open.removeLast()
    }

    private mutating func append(_ location: MediaLocation) {
        guard media.count < PlaylistText.limit else {
            isFull = true
            return problems.append(
                MediaError(.failed("a playlist can have \(PlaylistText.limit) items; the rest is skipped"), location)
            )
        }
        media.append(location)
    }

    /// Whether the time for folders inside folders is over, which is reported once.
    private mutating func isOverdue(in folder: String) -> Bool {
        guard open.count > 1 else { return false }
        let now = MonotonicClock.now
        let end = deadline ?? now + limit
        deadline = end
        guard now >= end else { return false }
        defer { isCut = true }
        guard !isCut else { return true }
        problems.append(MediaError(.failed("it takes too long to read; the rest is skipped"), .path(folder)))
        return true
    }

    private mutating func addFolder(_ path: String) {
        guard !isOverdue(in: path) else { return }
        guard let folder = PathText.withCString(path, { opendir($0) }) else {
            return problems.append(MediaError(errno: errno, .path(path)))
        }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            namesRead += 1
            guard namesRead <= Self.namesInAll else {
                isFull = true
                problems.append(MediaError(.failed("there are too many files; the rest is skipped"), .path(path)))
                break
            }
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { PathText.string(cString: $0) }
            }
            guard !name.hasPrefix("."), Self.isWanted(name, Int(entry.pointee.d_type), in: path) else { continue }
            names.append(name)
            guard names.count < Self.names else {
                let words = "at most \(Self.names) files of a folder are played; the rest is skipped"
                problems.append(MediaError(.failed(words), .path(path)))
                break
            }
        }
        for name in FileName.sorted(names) where !isOverdue(in: path) { add(Self.path(of: name, in: path), from: path) }
    }

    /// Largest number of media and folders taken from one folder.
    private static let names = 50_000
    /// Largest number of directory entries that is read in all folders together.
    private static let namesInAll = 1_000_000

    private static func path(of name: String, in folder: String) -> String {
        folder.hasSuffix("/") ? folder + name : folder + "/" + name
    }

    /// Whether a directory entry is a medium or a folder, by its name.
    /// - Parameter kind: `d_type` of the entry.
    private static func isWanted(_ name: String, _ kind: Int, in folder: String) -> Bool {
        if media.contains(FileName.fileExtension(of: name)) { return true }
        switch kind {
        case Int(DT_DIR): return true
        // A symbolic link, or a file system that doesn't report types.
        case Int(DT_LNK), Int(DT_UNKNOWN): return FileIdentity(of: path(of: name, in: folder))?.kind == .folder
        default: return false
        }
    }

    private mutating func addEntries(of text: String, _ encoding: TextEncoding, from list: String) {
        let folder = FileName.folder(of: list)
        for entry in PlaylistText.entries(of: text) where problems.count < PlaylistText.limit {
            switch Self.location(of: entry, in: folder) {
            case .path(let path):
                // Uses the first possible name that exists, or else the readable one for the report.
                let others = ListEntry.names(entry, encoding).dropFirst().lazy.compactMap { name -> String? in
                    guard case .path(let path) = Self.location(of: name, in: folder) else { return nil }
                    return path
                }
                let isThere = others.isEmpty || FileIdentity(of: path) != nil
                let told = PathText.shown(entry) == entry ? path : others.first ?? path
                add(isThere ? path : others.first { FileIdentity(of: $0) != nil } ?? told, from: list)
            case .standardInput: break
            case .url(let address):
                // A local playlist names network addresses only if allowed, and never devices, pipes or wrappers.
                if !ProtocolPolicy.isOnNetwork(address) {
                    problems.append(MediaError(.referenceRefused(address), .path(list)))
                } else if allowsNetwork {
                    append(.url(address))
                } else {
                    problems.append(MediaError(.networkRefused(address), .path(list)))
                }
            }
        }
    }

    /// Location of an entry: an address if it has a scheme, otherwise a path relative to the playlist's folder.
    private static func location(of entry: String, in folder: String) -> MediaLocation {
        if let mark = entry.firstRange(of: "://"),
            entry[..<mark.lowerBound].allSatisfy({ $0.isASCII && $0.isLetter || $0.isNumber || "+-.".contains($0) })
        {
            let location = MediaLocation(entry)
            // An unknown protocol is an address all the same.
            if case .path = location, !entry.lowercased().hasPrefix("file:") { return .url(entry) }
            return location
        }
        if entry.hasPrefix("/") { return .path(entry) }
        return .path(folder == "." ? entry : folder == "/" ? "/" + entry : folder + "/" + entry)
    }

    /// Reads a playlist and its probable encoding; nil if it can't be read or is too large. Bytes beyond ASCII stay as
    /// they are, except in charsets that don't keep ASCII.
    private static func text(of path: String) -> (text: String, encoding: TextEncoding)? {
        guard let file = PathText.withCString(path, { fopen($0, "rbe") }) else { return nil }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: largest + 1)
        let count = fread(&bytes, 1, bytes.count, file)
        guard count <= largest, ferror(file) == 0 else { return nil }
        let text = Array(bytes.prefix(count))
        let encoding = TextEncoding(of: text, TextHints())
        guard encoding.keepsASCII else { return (String(decoding: encoding.utf8(text), as: UTF8.self), .utf8) }
        return (PathText.string(text), encoding)
    }
}

/// Identity of the file behind a path.
private struct FileIdentity: Hashable, Sendable {
    enum Kind: Hashable, Sendable { case file, folder, other }

    var device: UInt64
    var number: UInt64
    var kind: Kind

    /// Looks up a path; nil if nothing is there.
    init?(of path: String) {
        var status = stat()
        guard PathText.withCString(path, { stat($0, &status) }) == 0 else { return nil }
        device = UInt64(status.st_dev)
        number = UInt64(status.st_ino)
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            default: .other
            }
    }
}
