import Oriel
import OrielPlay

/// Stores players' volume and, if requested, the media's positions in the user's state folder.
@MainActor
final class PlayerMemory: PlayMemory {
    private let folder: StateFolder?
    private let remembersPositions: Bool
    /// Whether the media are noted for the list in an empty window.
    var notesMedia: Bool
    /// Whether nothing is stored. What is stored already may be read.
    private let isPrivate: Bool
    /// Volume and mute at the start. Only a change is written, so that an untouched player doesn't overwrite another's.
    private let sound: RememberedSound
    /// Names that were found, so that a file system that doesn't answer is waited for only once a medium.
    private var names: [String: String] = [:]
    /// The list before media were forgotten last, and those media.
    private var forgotten: (list: RememberedMedia, media: [String])?
    /// Pictures of the media played last; nil without a folder for them.
    private let pictures: RecentPictures?

    init(
        _ folder: StateFolder?, pictures: PictureCache?, sound: RememberedSound, remembersPositions: Bool,
        notesMedia: Bool, isPrivate: Bool = false
    ) {
        self.isPrivate = isPrivate
        self.pictures = pictures.map { RecentPictures($0) }
        self.folder = folder
        self.sound = sound
        self.remembersPositions = remembersPositions
        self.notesMedia = notesMedia
    }

    /// Name under which a medium's position is stored; nil if it isn't.
    private func name(of media: String) -> String? {
        remembersPositions ? resolved(media).map(RememberedPositions.stored) : nil
    }

    /// A file's absolute path, or the medium's name; nil for standard input.
    private func resolved(_ media: String) -> String? {
        guard media != "-" else { return nil }
        let name = names[media] ?? RememberedPositions.name(of: media)
        names[media] = name
        return name
    }

    func position(of media: String) -> Duration? {
        name(of: media).flatMap { RememberedPositions(from: folder).position(of: $0) }
    }

    func form(of media: String) -> PictureForm? {
        name(of: media).flatMap { RememberedPositions(from: folder).form(of: $0) }
    }

    func leave(_ media: String, at position: Duration, of duration: Duration?, in form: PictureForm) {
        guard !isPrivate, let medium = name(of: media) else { return }
        RememberedPositions.update(in: folder) { $0.leave(medium, at: position, of: duration, in: form) }
    }

    func leaveSound(volume: Int, isMuted: Bool) {
        let left = RememberedSound(volume: volume, muted: isMuted)
        if left != sound, !isPrivate { left.write(to: folder) }
    }

    func recent() -> [RecentMedium] {
        guard notesMedia else { return [] }
        return RememberedMedia(from: folder).entries.reversed().map {
            RecentMedium(
                media: $0.medium, title: $0.title, position: .seconds($0.seconds),
                duration: $0.duration.map { .seconds($0) })
        }
    }

    func note(_ medium: RecentMedium) {
        guard notesMedia, !isPrivate, let name = resolved(medium.media) else { return }
        RememberedMedia.update(in: folder) {
            $0.note(name, title: medium.title, at: medium.position, of: medium.duration)
        }
    }

    func keepPicture(of media: String, at position: Duration, shownBy view: PlayerView?) {
        guard let pictures, notesMedia, !isPrivate, let name = resolved(media), RememberedMedia.isKept(name) else {
            return
        }
        pictures.keep(name, view?.player.currentFrame, at: position)
    }

    func look(at media: [RecentMedium], done: @escaping @MainActor @Sendable (Int, RecentPicture) -> Void) {
        pictures?.look(at: media.map(\.media), done: done)
    }

    func forget(_ media: [String]) {
        finishForgetting()
        RememberedMedia.update(in: folder) {
            forgotten = ($0, media)
            $0.remove(media)
        }
    }

    func restoreForgotten() {
        guard let former = forgotten?.list else { return }
        forgotten = nil
        RememberedMedia.update(in: folder) { $0.restore(former) }
    }

    func finishForgetting() {
        guard let media = forgotten?.media else { return }
        forgotten = nil
        pictures?.forget(media)
    }

    func finish() {
        finishForgetting()
        pictures?.finish()
    }
}
