import ArgumentParser
import Glibc
import OrielLibav
import OrielPictureInPicture
import OrielPlatform
import OrielRemoteControl
import OrielSceneHandoff
import OrielTexts

/// `oriel add MEDIA…`.
struct AddCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: localized("Append media to the playlist."),
        discussion: localized("Playlists (M3U, PLS) and folders are expanded."))
    @Argument(help: .localized("Files, folders, playlists or URLs to append.", valueName: "media"))
    var media: [String]
    @OptionGroup var target: TargetOptions

    /// Maximum length of an address in a message, in bytes.
    private static let longest = 1024

    func validate() throws {
        for text in media {
            guard MediaLocation(text) != .standardInput else {
                throw ValidationError(localized("the player can't read this command's standard input"))
            }
            guard !OpenAddress.isOne(text) else {
                throw ValidationError(localized("an oriel:// address is for oriel play"))
            }
            guard !text.isEmpty else { throw ValidationError(localized("a media name is empty")) }
        }
    }

    /// Resolves relative paths, since the player may run in another folder.
    func run() throws {
        let addresses = try media.map { text in
            guard case .path(let path) = MediaLocation(text), !path.hasPrefix("/") else { return text }
            guard let folder = getcwd(nil, 0) else {
                throw ValidationError(localized("the current folder was removed"))
            }
            defer { free(folder) }
            return PathText.string(cString: folder) + "/" + path
        }
        if let long = addresses.first(where: { $0.utf8.count >= Self.longest }) {
            throw CommandFailureLine("add", "\(long.prefix(60))… is longer than \(Self.longest) bytes")
        }
        try Remote.attempt("add") { remote throws(RemoteControlError) in
            for address in addresses {
                try remote.perform(
                    .player(.add(address)), player: target.player.map(PlayerIdentifier.init(rawValue:)),
                    waits: !target.noWait)
            }
        }
    }
}
